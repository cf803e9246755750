import { cssVars } from '#kit/ui/css-vars.ts';
import s from './list.module.css';

export const CategoryDot = ({ hue }: { hue: number }) => (
  <span className={s.dot} style={cssVars({ '--hue': hue })} aria-hidden="true" />
);
