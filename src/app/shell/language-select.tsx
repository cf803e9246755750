import { IconWorld } from '@tabler/icons-react';
import { type Locale, locales } from '#kit/facts.ts';
import { localeNames, shortName } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './language-select.module.css';
import { shellText } from './shell-text.ts';

const isLocale = (value: string): value is Locale => locales.some((l) => l === value);

/** 13 languages in their own names. The browser's own list: light, and at home on every phone. */
export function LanguageSelect({ look = 'name' }: { look?: 'name' | 'code' }) {
  const say = shellText();
  const { locale, setLocale } = useReader();
  return (
    <label className={s.select}>
      {look === 'name' && <IconWorld size={16} stroke={1.75} />}
      <span aria-hidden="true" lang={locale}>
        {look === 'name' ? localeNames[locale] : shortName(locale)}
      </span>
      <select
        aria-label={say('frame.language')}
        value={locale}
        onChange={(event) => isLocale(event.target.value) && void setLocale(event.target.value)}
      >
        {locales.map((one) => (
          <option key={one} value={one} lang={one}>
            {localeNames[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
