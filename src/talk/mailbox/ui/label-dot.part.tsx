import { cssVars } from '#kit/ui/css-vars.ts';
import { mailLimits } from '../mailbox.rules.ts';
import s from './mailbox.module.css';

/** The colour of a label; its name stands beside it. */
export const LabelDot = ({ hue }: { hue: number }) => (
  <span className={s.dot} style={cssVars({ '--hue': hue * (360 / mailLimits.hues) })} aria-hidden="true" />
);
