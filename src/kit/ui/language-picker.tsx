import type { ReactNode } from 'react';
import { type Locale, locales } from '#kit/facts.ts';
import s from './language-picker.module.css';
import { localeNames } from './text/locale.ts';
import { useReader } from './text/reader.tsx';

const isLocale = (value: string): value is Locale => locales.some((one) => one === value);

/** 13 languages in their own names, laid over what it is drawn as. The browser's own list: light, and at home on every phone. */
export function LanguagePicker({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const { locale, setLocale } = useReader();
  return (
    <label className={`${s.picker} ${className}`}>
      {children}
      <select
        aria-label={label}
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
