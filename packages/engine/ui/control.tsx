import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import s from '#ui/room.module.css';

type ControlProps = React.ComponentProps<'button'> & {
  icon: Icon;
  word: string;
  tone?: 'off' | 'active' | 'hand' | 'danger' | 'faint' | undefined;
  badge?: ReactNode;
  'data-control'?: string;
};
/** One sign of the bar, with its word. */
export function Control({ icon: Sign, word, tone, badge, className, ...rest }: ControlProps) {
  return (
    <button {...rest} type="button" className={`${s.control} ${className ?? ''}`} data-tone={tone}>
      <span className={s.knob}>
        <Sign size={20} stroke={1.75} aria-hidden="true" />
        {badge && <b className={s.badge}>{badge}</b>}
      </span>
      <span>{word}</span>
    </button>
  );
}
