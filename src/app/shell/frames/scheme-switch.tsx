import { useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import s from './scheme-switch.module.css';
import { shellText } from '#app/shell/shell-text.ts';

/** Light or dark. Until somebody presses it, the system decides. Both icons are there; style shows the right one, so nothing flashes. */
export function SchemeSwitch() {
  const say = shellText();
  const { setColorScheme } = useMantineColorScheme();
  const flip = () => setColorScheme(document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark');
  return (
    <IconButton aria-label={say('frame.scheme')} onClick={flip}>
      <IconMoon size={18} stroke={1.75} className={s.moon} />
      <IconSun size={18} stroke={1.75} className={s.sun} />
    </IconButton>
  );
}
