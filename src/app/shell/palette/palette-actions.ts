import { useMantineColorScheme } from '@mantine/core';
import { locales } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { intlTag, localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { OwnLine } from './palette-lines.ts';
import { paletteText } from './palette-text.ts';

/** What is no page of its own: a new date in the calendar, light or dark, and the other languages. Pages that make something are in `useScreens`. */
export function useActions(): OwnLine[] {
  const say = paletteText();
  const { user } = useAuth();
  const { locale, setLocale } = useReader();
  const { setColorScheme } = useMantineColorScheme();
  const action = { kind: 'action', keys: [] } as const;
  // the system may have chosen, and then only the document knows which
  const next = document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark';
  const languages = new Intl.DisplayNames([intlTag(locale)], { type: 'language' });
  return [
    ...(hasScope(user?.scope, 'rooms.view') && hasScope(user?.scope, 'rooms.edit')
      ? [{ ...action, id: 'schedule', name: say('schedule'), also: say('scheduleAlso'), to: '/rooms/calendar?new=1' }]
      : []),
    { ...action, id: 'scheme', name: say(next), also: say('schemeAlso'), run: () => setColorScheme(next) },
    ...locales
      .filter((one) => one !== locale)
      .map((one) => ({
        ...{ ...action, id: `language-${one}`, name: localeNames[one], sub: say('language'), shown: 'searched' as const },
        also: `${say('language')} ${languages.of(one) ?? ''}`,
        run: () => void setLocale(one),
      })),
  ];
}
