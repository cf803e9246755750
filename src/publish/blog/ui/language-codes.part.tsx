import type { Locale } from '#kit/facts.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import { localeNames, shortName } from '#kit/ui/text/locale.ts';
import s from './language-codes.module.css';

type LanguageMark = { locale: Locale; state: 'live' | 'edited' | 'draft' };
type LanguageWords = { of: (language: string, state: LanguageMark['state']) => string; more: (count: number) => string };

/** Languages by their codes, whose outlines say how far each is: at most three, the one that was written first before the others. */
export function LanguageCodes({ marks, first, words }: { marks: readonly LanguageMark[]; first?: Locale; words: LanguageWords }) {
  const sorted = marks.toSorted((a, b) => Number(b.locale === first) - Number(a.locale === first));
  const [shown, more] = [sorted.slice(0, 3), sorted.slice(3)];
  return (
    <span className={s.codes}>
      {shown.map(({ locale, state }) => (
        <span key={locale} className={s.code} data-state={state} title={words.of(localeNames[locale], state)}>
          <span aria-hidden="true">
            <Ltr>{shortName(locale)}</Ltr>
          </span>
          <span className="hidden">{words.of(localeNames[locale], state)}</span>
        </span>
      ))}
      {more.length > 0 && (
        <span className={s.more} title={more.map(({ locale }) => localeNames[locale]).join(', ')}>
          <span aria-hidden="true">
            <Ltr>{`+${more.length}`}</Ltr>
          </span>
          <span className="hidden">{words.more(more.length)}</span>
        </span>
      )}
    </span>
  );
}
