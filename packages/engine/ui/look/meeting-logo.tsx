import { useEffect, useState } from 'react';
import type { LogoWish } from '#protocol/page-wishes.ts';
import s from '#ui/look/look.module.css';

/** The green room waits so long for the picture; one that comes later would move the page. Milliseconds. */
const WAIT_MS = 600;

type LoadedPicture = { src: string; width: number; height: number };
/** `none`: there is none, or it cannot be shown. */
export type LoadedLogo = { light: LoadedPicture; dark: LoadedPicture } | 'loading' | 'none';

async function load(address: string): Promise<LoadedPicture> {
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.src = address;
  await image.decode();
  return { src: address, width: image.naturalWidth, height: image.naturalHeight };
}

/** Fetches the pictures before anything is drawn with them: one that is missing leaves no hole. */
export function useLogo(logo: LogoWish | null): LoadedLogo {
  const [loaded, setLoaded] = useState<LoadedLogo>('loading');
  const [light, dark] = [logo?.light, logo?.dark];
  useEffect(() => {
    if (light === undefined || dark === undefined) return;
    let current = true;
    const settle = (next: LoadedLogo) => current && setLoaded(next);
    const timer = setTimeout(() => settle('none'), WAIT_MS);
    void Promise.all([load(light), load(dark)])
      .then(([onLight, onDark]) => settle({ light: onLight, dark: onDark }))
      .catch(() => settle('none'))
      .finally(() => clearTimeout(timer));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [light, dark]);
  return logo === null ? 'none' : loaded;
}

/** Stays as it was when its page appeared, so that nothing moves. */
export function MeetingLogo({ logo }: { logo: LoadedLogo }) {
  const [shown] = useState(logo);
  if (typeof shown === 'string') return null;
  return (
    <span className={s.logo}>
      <img {...shown.light} alt="" referrerPolicy="no-referrer" data-ground="light" />
      <img {...shown.dark} alt="" referrerPolicy="no-referrer" data-ground="dark" />
    </span>
  );
}
