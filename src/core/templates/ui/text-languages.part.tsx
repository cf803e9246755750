import { Link } from 'react-router';
import { type Locale, locales } from '#kit/facts.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { localeNames, shortName } from '#kit/ui/text/locale.ts';
import type { TemplateText } from '../templates.contract.ts';
import s from './templates.module.css';
import { addressOf } from './templates-data.hook.ts';
import { templatesText } from './templates-text.hook.ts';

/** Each language is a text at an address of its own; the outline says how far it is. */
export function TextLanguages({ view }: { view: TemplateText }) {
  const say = templatesText();
  const stateOf = (locale: Locale) => view.languages.find((one) => one.locale === locale)?.state ?? 'original';
  return (
    <nav className={s.languages} aria-label={say('text.languages')}>
      {locales.map((locale) => {
        const word = `${localeNames[locale]}: ${say(`languageState.${stateOf(locale)}`)}`;
        return (
          <Link
            key={locale}
            to={addressOf({ name: view.name, locale })}
            className={s.language}
            data-state={stateOf(locale)}
            aria-current={locale === view.locale ? 'true' : undefined}
            title={word}
          >
            <span aria-hidden="true">
              <Ltr>{shortName(locale)}</Ltr>
            </span>
            <span className="hidden">{word}</span>
          </Link>
        );
      })}
    </nav>
  );
}
