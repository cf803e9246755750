import type { ComponentType, ReactNode } from 'react';
import s from './status.module.css';
import { kitText } from './text/kit-text.ts';

type StatusHue = 'green' | 'amber' | 'red' | 'blue' | 'grey';
type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
export type StatusEntry = { hue: StatusHue; icon: IconComponent | 'pulse' | 'none' };
export type StatusLook = 'pill' | 'plain';
export const liveEntry = { hue: 'green', icon: 'pulse' } as const satisfies StatusEntry;

type ShapeProps = StatusEntry & { look: StatusLook; word: string; children?: ReactNode };
/** How every state looks: sign, word, and what follows after a dot. */
export function StatusShape({ hue, icon, look, word, children }: ShapeProps) {
  return (
    <span className={`${s.status} ${look === 'pill' ? s.pill : s.plain}`} data-hue={hue}>
      <StatusMark icon={icon} />
      <span>{word}</span>
      {children != null && <span className={s.more}>{children}</span>}
    </span>
  );
}

function StatusMark({ icon: Icon }: { icon: StatusEntry['icon'] }) {
  if (Icon === 'none') return null;
  if (Icon === 'pulse') return <span className={s.pulse} aria-hidden="true" />;
  return <Icon size={14} stroke={2} />;
}

/** The one state that visitors see, without the signs of all the others. */
export function LiveStatus({ children }: { children?: ReactNode }) {
  const say = kitText();
  return (
    <StatusShape {...liveEntry} look="pill" word={say('status.live')}>
      {children}
    </StatusShape>
  );
}
