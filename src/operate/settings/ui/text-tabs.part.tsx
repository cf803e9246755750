import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type Locale, localeFacts, locales } from '#kit/facts.ts';
import { directionOf, localeNames } from '#kit/ui/text/locale.ts';
import { settingsText } from './settings-text.hook.ts';

export type LocaleTexts = Readonly<Partial<Record<Locale, string>>>;
/** Which language of a text is worked on. Languages that have one are marked. */
export function useTextLocale(texts: LocaleTexts) {
  const [locale, setLocale] = useState<Locale>(localeFacts.fallback);
  const isFilled = (one: Locale) => (texts[one] ?? '').trim() !== '';
  return { locale, setLocale, isFilled, dir: directionOf(locale) };
}

/** Chooses the language of the text below. */
export function TextLocale({ of }: { of: ReturnType<typeof useTextLocale> }) {
  const say = settingsText();
  return (
    <NativeSelect
      size="md"
      label={say('textLocale')}
      value={of.locale}
      onChange={(event) => {
        const found = locales.find((one) => one === event.currentTarget.value);
        if (found !== undefined) of.setLocale(found);
      }}
      data={locales.map((value) => ({ value, label: of.isFilled(value) ? `${localeNames[value]} ✓` : localeNames[value] }))}
    />
  );
}
