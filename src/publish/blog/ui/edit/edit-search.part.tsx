import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { plainTextOf } from '#kit/rich-text.ts';
import { blogLimits, excerptOf } from '../../blog.rules.ts';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';
import { PanelSection } from './panel-section.part.tsx';
import type { PostMeta } from './post-meta.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';

/** How a search engine will show it, and the words to change that. */
export function EditSearch({ writing, meta }: { writing: PostWriting; meta: PostMeta }) {
  const say = blogText();
  const { text, change, slug } = writing;
  const [canonical, setCanonical] = useState<string | null>(null);
  const title = text.seoTitle === '' ? text.title : text.seoTitle;
  const description = [text.seoDescription, text.excerpt, plainTextOf(text.body)].find((one) => one !== '') ?? '';
  const isWrong = canonical !== null && canonical !== '' && !canonical.startsWith('https://');
  return (
    <PanelSection title={say('edit.searchTitle')}>
      <div className={s.found} dir="auto">
        <bdi dir="ltr" className="tiny quiet">
          /blog/{slug}
        </bdi>
        <b>{title === '' ? say('edit.title') : title}</b>
        <span className="tiny soft">{excerptOf(description, 160)}</span>
      </div>
      <details className={s.more}>
        <summary>{say('edit.searchEdit')}</summary>
        <TextInput
          label={say('edit.seoTitle')}
          dir="auto"
          maxLength={blogLimits.seoTitle}
          placeholder={text.title}
          value={text.seoTitle}
          onChange={(event) => change({ seoTitle: event.currentTarget.value })}
        />
        <Textarea
          label={say('edit.seoDescription')}
          dir="auto"
          rows={3}
          maxLength={blogLimits.seoDescription}
          value={text.seoDescription}
          onChange={(event) => change({ seoDescription: event.currentTarget.value })}
        />
        <TextInput
          label={say('edit.canonical')}
          description={say('edit.canonicalHint')}
          dir="ltr"
          inputMode="url"
          maxLength={blogLimits.canonical}
          disabled={meta.isLocked}
          value={canonical ?? meta.canonical ?? ''}
          error={isWrong ? say('edit.fieldErrors.unsafe_address') : undefined}
          onChange={(event) => setCanonical(event.currentTarget.value.trim())}
          onBlur={() => {
            if (canonical === null || isWrong) return;
            void meta.edit({ canonical: canonical === '' ? null : canonical });
            setCanonical(null);
          }}
        />
      </details>
    </PanelSection>
  );
}
