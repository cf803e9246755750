import type { InvoiceView } from '../invoices.contract.ts';
import { decimalOf, typedAmount } from './invoice-words.hook.ts';

/** A line as it is typed. */
export type LineDraft = { title: string; detail: string; quantity: string; unit: string };
export const QUANTITY_MAX = 1_000_000;
export const LINES_MAX = 200;
export const emptyLine: LineDraft = { title: '', detail: '', quantity: '1', unit: '' };

export const linesOf = ({ lines, currency }: Pick<InvoiceView, 'lines' | 'currency'>): LineDraft[] =>
  lines.map((line) => ({
    title: line.title,
    detail: line.detail,
    quantity: String(line.quantity),
    unit: decimalOf(line.unit, currency),
  }));

const quantityOf = (text: string): number | null => {
  const whole = typedAmount(text, 'JPY');
  return whole === null || whole < 1 || whole > QUANTITY_MAX ? null : whole;
};

/** Fields of a line that cannot stay as they are. */
export function lineTroubles(line: LineDraft, currency: string): (keyof LineDraft)[] {
  const bad: (keyof LineDraft)[] = [];
  if (line.title.trim() === '') bad.push('title');
  if (quantityOf(line.quantity) === null) bad.push('quantity');
  if (typedAmount(line.unit, currency) === null) bad.push('unit');
  return bad;
}

export type SentLine = { title: string; detail: string; quantity: number; unit: number };
/** The line as it is sent, with minor units; null while something in it is wrong. */
export function sentLine(line: LineDraft, currency: string): SentLine | null {
  const [quantity, unit] = [quantityOf(line.quantity), typedAmount(line.unit, currency)];
  if (quantity === null || unit === null || line.title.trim() === '') return null;
  return { title: line.title, detail: line.detail, quantity, unit };
}

/** What the lines come to before tax, in minor units; those that are not whole yet do not count. */
export const sumOf = (lines: readonly LineDraft[], currency: string): number =>
  lines.reduce((all, line) => {
    const sent = sentLine(line, currency);
    // no fraction: pieces and minor units are whole
    return all + (sent === null ? 0 : sent.quantity * sent.unit);
  }, 0);
