import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { accentCss, isColour } from '#kit/colour.ts';
import { Wordmark } from '#kit/ui/brand.tsx';
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

/** Everything inside takes the colour of the house, made readable in both schemes. */
function Accent({ accent }: { accent: string }) {
  return isColour(accent) ? <style>{accentCss(accent, `[data-accent="${accent}"]`)}</style> : null;
}

/**
 * Around everything before, in and after a meeting: whose house it is, and in which language. `account` stands beside the mark, or its
 * logo does; what it did not set is the look of the vendor who brought it in.
 */
export function DoorFrame({ account, children }: { account?: PublicRoom['account']; children: ReactNode }) {
  const say = meetingsText();
  const { logo, footer } = account?.branding ?? {};
  const house = account?.house ?? null;
  const accent = account?.branding.accent ?? house?.accent ?? null;
  const hasLogo = typeof logo === 'string';
  const hasFooter = typeof footer === 'string' && footer !== '';
  const runsOn = account?.runsOn ?? null;
  return (
    <div className={s.frame} {...(accent !== null && { 'data-accent': accent })}>
      {accent !== null && <Accent accent={accent} />}
      <header className={s.top}>
        {account !== undefined && hasLogo ? (
          <img src={logo} alt={account.name} height={32} className={s.logo} />
        ) : (
          <Link to="/" title={say('door.home')}>
            <Wordmark size={24} house={house} />
          </Link>
        )}
        {account !== undefined && !hasLogo && <bdi className={`small quiet cut ${s.account}`}>{account.name}</bdi>}
        <span className="grow" />
        <Language />
      </header>
      <div className={s.main}>{children}</div>
      {(hasFooter || runsOn !== null) && (
        <footer className={`tiny quiet ${s.foot}`}>
          {hasFooter && <p dir="auto">{footer}</p>}
          {runsOn !== null && (
            <p>
              <Link to="/" className={s.runsOn}>
                {say('door.runsOn', { name: runsOn })}
              </Link>
            </p>
          )}
        </footer>
      )}
    </div>
  );
}

/** Whose meeting it is, small, for the bar inside; null where it is the product's own look. */
export function RoomMark({ account }: { account: PublicRoom['account'] }) {
  const { house, branding } = account;
  const logo = branding.logo ?? house?.logo ?? null;
  const name = branding.logo === null && house !== null ? house.name : account.name;
  if (logo !== null) return <img src={logo} alt={name} height={24} className={s.roomMark} />;
  return house === null ? null : <bdi className={`small strong cut ${s.roomMarkName}`}>{name}</bdi>;
}
