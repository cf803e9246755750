import { IconWorld } from '@tabler/icons-react';
import { LanguagePicker } from '#kit/ui/language-picker.tsx';
import { localeNames, shortName } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './language-select.module.css';
import { shellText } from '#app/shell/shell-text.ts';

/** The reader's language by its name or, where room is short, by its code. */
export function LanguageSelect({ look = 'name' }: { look?: 'name' | 'code' }) {
  const say = shellText();
  const { locale } = useReader();
  return (
    <LanguagePicker label={say('frame.language')} className={s.select ?? ''}>
      {look === 'name' && <IconWorld size={16} stroke={1.75} />}
      <span aria-hidden="true" lang={locale}>
        {look === 'name' ? localeNames[locale] : shortName(locale)}
      </span>
    </LanguagePicker>
  );
}
