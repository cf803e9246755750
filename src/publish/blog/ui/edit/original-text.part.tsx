import { Button } from '@mantine/core';
import { IconChevronDown, IconCopy } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { RichTextView } from '#kit/ui/rich-text/rich-text-view.tsx';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import type { PostText } from '../../posts.contract.ts';
import { partsOf } from '../blocks/text-parts.part.tsx';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';
import type { PostWriting } from './post-writing.hook.ts';
import { structureOf } from './text-structure.hook.ts';

/** What a translation is made from: beside it where there is room, else folded above it. */
export function OriginalText({ original, writing }: { original: PostText; writing: PostWriting }) {
  const say = blogText();
  const id = useId();
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const parts = useMemo(() => partsOf(original), [original]);
  const { words, post, replace } = writing;
  const { locale, title, excerpt, body } = original;
  return (
    <section className={s.original} aria-labelledby={id} data-fold={open}>
      <header>
        <h2 id={id}>{say('edit.originalIn', { language: localeNames[locale] })}</h2>
        <Button
          className={s.fold}
          size="compact-md"
          variant="subtle"
          aria-expanded={open === 'open'}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          onClick={() => setOpen(open === 'open' ? 'closed' : 'open')}
        >
          {say(open === 'open' ? 'edit.hideOriginal' : 'edit.showOriginal')}
        </Button>
        {words === 0 && post?.state !== 'trashed' && (
          <Button
            size="compact-md"
            leftSection={<IconCopy size={16} stroke={1.75} />}
            onClick={() => void replace({ body: structureOf(body) })}
          >
            {say('edit.copyStructure')}
          </Button>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys must reach */}
      <div className={s.originalBody} lang={locale} dir={directionOf(locale)} tabIndex={0}>
        <p className={s.originalTitle}>{title}</p>
        {excerpt !== '' && <p className="soft">{excerpt}</p>}
        <RichTextView text={body} parts={parts} />
      </div>
    </section>
  );
}
