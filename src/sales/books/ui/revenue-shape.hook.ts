import { money, toDecimal, withMinus } from '#kit/money.ts';
import type { BooksMonth } from '../books.contract.ts';

/** The end of a scale: 1, 2, 4, 6, 8 or 10 times a power of ten, at or above what has to be shown, half of it a whole. Minor units. */
export function roundTop(most: number): number {
  const least = Math.max(2, most);
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((one) => one >= least && one % 2 === 0) ?? 10 * power;
}
/** Amounts beside a scale, in minor units: short, because they only say how high it is, and never two of them alike. */
export function scaleText(currency: string, tag: string): (minor: number) => string {
  const short = new Intl.NumberFormat(tag, { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 2 });
  return (minor) => (minor === 0 ? '0' : withMinus(short.formatToParts(Number(toDecimal(money(BigInt(minor), currency))))));
}
/** Of a bar, in hundredths of the picture. */
const WIDEST = 8;
export type Shape = {
  top: number;
  line: string;
  area: string;
  bars: { x: number; up: number; down: number; width: number }[];
  moves: number;
};
/** The picture of months in a field of 100 by 100: a line from zero on, and bars up and down from the middle, each above its month. */
export function shapeOf(months: readonly BooksMonth[]): Shape {
  const each = 100 / Math.max(1, months.length);
  const width = Math.min(each / 2, WIDEST);
  const top = roundTop(Math.max(1, ...months.map((one) => one.recurring)));
  const moves = roundTop(Math.max(1, ...months.flatMap((one) => [one.gained, one.lost])));
  const points = months.map((one, at) => `${(each * (at + 0.5)).toFixed(2)} ${(100 - (one.recurring / top) * 100).toFixed(2)}`);
  const [first = '0 100'] = points;
  const last = points.at(-1) ?? first;
  const xOf = (point: string) => point.split(' ')[0] ?? '0';
  return {
    top,
    moves,
    line: `M${points.join('L')}`,
    area: `M${points.join('L')}L${xOf(last)} 100L${xOf(first)} 100z`,
    bars: months.map((one, at) => ({
      x: each * (at + 0.5) - width / 2,
      width,
      up: (one.gained / moves) * 50,
      down: (one.lost / moves) * 50,
    })),
  };
}
