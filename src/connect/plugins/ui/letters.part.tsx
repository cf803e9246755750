import { tintOf } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import type { PluginProgram } from '../guides.rules.ts';
import s from './plugins.module.css';

/** Two letters on a tint, in place of another maker's logo. Painted, so that they are no part of a name. */
export function Letters({ program, size }: { program: PluginProgram; size: number }) {
  return (
    <span
      className={s.letters}
      style={cssVars({ '--size': `${size}px`, '--tint': tintOf(program.id) })}
      data-letters={program.letters}
      aria-hidden="true"
    />
  );
}
