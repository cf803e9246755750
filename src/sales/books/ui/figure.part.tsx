import type { ReactNode } from 'react';
import { Link } from '#kit/ui/link.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './books.module.css';

export type FigureLine = { key: string; value: ReactNode; more: ReactNode };
type Props = { word: string; lines: readonly FigureLine[]; hue?: 'red' | 'amber' | undefined; to?: string };
/** One of a strip; coloured only when somebody has to act. */
export function Figure({ word, lines, hue, to }: Props) {
  return (
    <div>
      <dt>{to === undefined ? word : <Link to={to}>{word}</Link>}</dt>
      {lines.map(({ key, value, more }) => (
        <dd key={key}>
          <span className={s.value} data-hue={hue}>
            {value}
          </span>
          <span className="tiny quiet">{more}</span>
        </dd>
      ))}
    </div>
  );
}

/** Thousandths as a percentage in the reader's language. */
export function usePercent(): (thousandths: number) => string {
  const format = new Intl.NumberFormat(intlTag(useReader().locale), { style: 'percent', maximumFractionDigits: 1 });
  return (thousandths) => format.format(thousandths / 1000);
}
