import type { ComponentType, ReactNode } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import s from './login.module.css';

type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
type CardHeadProps = { title: ReactNode; children?: ReactNode; icon?: IconComponent; hue?: 'accent' | 'amber' | 'green' };
/** What the one card of the login frame is about. */
export function CardHead({ title, children, icon: Mark, hue = 'accent' }: CardHeadProps) {
  return (
    <header>
      {Mark && (
        <span className={s.icon} data-hue={hue} aria-hidden="true">
          <Mark size={24} stroke={1.75} />
        </span>
      )}
      <h1 className={s.title}>{title}</h1>
      {children != null && <p className={s.lead}>{children}</p>}
    </header>
  );
}

/** Why the server did not take a form, above its fields; nothing when it did. */
export function Refused({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <div className={s.note}>
      <Banner hue="red">{text}</Banner>
    </div>
  );
}
