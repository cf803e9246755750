import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Wordmark } from '#kit/ui/brand.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { LanguagePicker } from '#kit/ui/language-picker.tsx';
import { Link } from '#kit/ui/link.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { PublicRoom } from '../meetings.contract.ts';
import s from './door.module.css';
import { meetingsText } from './meetings-text.hook.ts';

function Language() {
  const say = meetingsText();
  const { locale } = useReader();
  return (
    <LanguagePicker label={say('door.language')} className={s.language ?? ''}>
      <IconWorld size={16} stroke={1.75} />
      <span aria-hidden="true">{localeNames[locale]}</span>
      <IconChevronDown size={14} stroke={2} />
    </LanguagePicker>
  );
}

/** Buttons take the colour of the house; it was checked for white words when it was set. */
function coloursOf(accent: string | null | undefined) {
  if (accent === null || accent === undefined) return {};
  const hover = `color-mix(in srgb, ${accent} 86%, #000)`;
  return {
    style: cssVars({
      '--at-accent': accent,
      '--at-accent-hover': hover,
      '--mantine-primary-color-filled': accent,
      '--mantine-primary-color-filled-hover': hover,
    }),
  };
}

/** Around everything before and after a meeting: whose house it is, and in which language. `account` stands beside the mark, or its logo does. */
export function DoorFrame({ account, children }: { account?: PublicRoom['account']; children: ReactNode }) {
  const say = meetingsText();
  const { accent, logo, footer } = account?.branding ?? {};
  const hasLogo = typeof logo === 'string';
  return (
    <div className={s.frame} {...coloursOf(accent)}>
      <header className={s.top}>
        {account !== undefined && hasLogo ? (
          <img src={logo} alt={account.name} height={32} className={s.logo} />
        ) : (
          <Link to="/" title={say('door.home')}>
            <Wordmark size={24} />
          </Link>
        )}
        {account !== undefined && !hasLogo && <bdi className={`small quiet cut ${s.account}`}>{account.name}</bdi>}
        <span className="grow" />
        <Language />
      </header>
      <div className={s.main}>{children}</div>
      {typeof footer === 'string' && footer !== '' && (
        <footer className={`tiny quiet ${s.foot}`} dir="auto">
          {footer}
        </footer>
      )}
    </div>
  );
}
