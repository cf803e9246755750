import { NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router';
import { type Locale, locales } from '#kit/facts.ts';
import { localeNames, shortName } from '#kit/ui/text/locale.ts';
import type { PostItem } from '../../posts.contract.ts';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';
import { localeIn } from '../../blog-address.rules.ts';
import { SavedLink } from './saved-link.part.tsx';
import { PanelSection } from './panel-section.part.tsx';
import type { PostWriting } from './post-writing.hook.ts';

const addressOf = (post: PostItem, locale: Locale): string => `/posts/edit-posts/${post.id}?language=${locale}`;

/** Every language is a text of its own at an address of its own; readers see those that are ready. */
export function EditLanguages({ writing, original }: { writing: PostWriting; original: Locale }) {
  const say = blogText();
  const navigate = useNavigate();
  const { post, locale, saver, text } = writing;
  if (post === null)
    return (
      <PanelSection title={say('edit.language')}>
        <NativeSelect
          aria-label={say('edit.language')}
          // once there are words, another language is a text beside them
          disabled={text.title !== '' || text.body.content.length > 0}
          value={locale}
          data={locales.map((one) => ({ value: one, label: localeNames[one] }))}
          onChange={(event) => {
            const next = localeIn(event.currentTarget.value);
            if (next !== undefined) void navigate(`?language=${next}`, { replace: true });
          }}
        />
      </PanelSection>
    );
  const begun = new Set([...post.languages.map((one) => one.locale), locale]);
  const missing = locales.filter((one) => !begun.has(one));
  return (
    <PanelSection
      title={say('edit.languages')}
      aside={<span className="tiny quiet num">{say('edit.languagesOf', { count: begun.size, all: locales.length })}</span>}
    >
      <ul className={s.languages}>
        {[...begun].map((one) => {
          const state = post.languages.find((language) => language.locale === one)?.state ?? 'draft';
          return (
            <li key={one}>
              <SavedLink saver={saver} to={addressOf(post, one)} {...(one === locale && { current: 'current' as const })}>
                <span className={s.code} dir="ltr" aria-hidden="true">
                  {shortName(one)}
                </span>
                <span className="grow">{localeNames[one]}</span>
                <span className="tiny quiet">{say(one === original ? 'edit.original' : `edit.languageState.${state}`)}</span>
              </SavedLink>
            </li>
          );
        })}
      </ul>
      {missing.length > 0 && post.state !== 'trashed' && (
        <NativeSelect
          aria-label={say('edit.addLanguage')}
          value=""
          data={[
            { value: '', label: say('edit.addLanguage') },
            ...missing.map((one) => ({ value: one, label: localeNames[one] })),
          ]}
          onChange={(event) => {
            const next = localeIn(event.currentTarget.value);
            if (next !== undefined) void saver.flush().then(() => navigate(addressOf(post, next)));
          }}
        />
      )}
      <p className="tiny quiet">{say('edit.languagesHint')}</p>
    </PanelSection>
  );
}
