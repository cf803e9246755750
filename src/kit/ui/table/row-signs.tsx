import { IconDots, IconKey, IconLockOpen, IconPlayerPlay, IconUserCheck, IconUserShield } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const drawings = [
  ['dots', IconDots],
  ['play', IconPlayerPlay],
  ['personCheck', IconUserCheck],
  ['key', IconKey],
  ['personShield', IconUserShield],
  ['lockOpen', IconLockOpen],
] as const;
export type SignName = (typeof drawings)[number][0];

/** The drawings of all signs, once on a page; rows only point at them. Every list brings it along. */
export function SignSheet() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
      {drawings.map(([name, Icon]) => (
        <symbol key={name} id={`sign-${name}`} viewBox="0 0 24 24">
          <Icon stroke={1.75} />
        </symbol>
      ))}
    </svg>
  );
}

type SignProps = { of: SignName; size?: 15 | 16; className?: string };
/** One sign inside a list, in the colour of its text. Called, not mounted: it is fifty times three in a list. */
export const signOf = ({ of, size = 16, className }: SignProps): ReactNode => (
  <svg width={size} height={size} className={className} aria-hidden="true">
    <use href={`#sign-${of}`} />
  </svg>
);
