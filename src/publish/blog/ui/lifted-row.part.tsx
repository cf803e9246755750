import { IconGripVertical } from '@tabler/icons-react';
import { cssVars } from '#kit/ui/css-vars.ts';
import type { LiftedRow } from './lifting.hook.ts';
import s from './categories.module.css';

/** The copy of a row under the pointer, with its place in words at its end. */
export function FlyingRow({ lifted, name, where }: { lifted: LiftedRow; name: string; where: string }) {
  const { x, y } = lifted.at;
  return (
    <div className={s.flying} style={cssVars({ '--x': `${x}px`, '--y': `${y}px` })} aria-hidden="true">
      <IconGripVertical size={16} stroke={1.75} />
      <bdi className="strong">{name}</bdi>
      <span className={s.where}>{where}</span>
    </div>
  );
}
