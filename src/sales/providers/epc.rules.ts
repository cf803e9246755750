/** The text of a QR code by which a banking app fills in a transfer: EPC069-12, version 2, for euros. Drawn at error correction level M. */
import { type Money, toDecimal } from '#kit/money.ts';
import { readReference } from './reference.rules.ts';

export type EpcTransfer = { name: string; iban: string; bic: string | null; amount: Money; reference: string };

/** Of one character in UTF-8. */
const bytesOf = (letter: string): number => {
  const point = letter.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
};

/** Null for what the code cannot say: another currency, less than a cent or more than 999 999 999.99. */
export function epcText({ name, iban, bic, amount, reference }: EpcTransfer): string | null {
  if (amount.currency !== 'EUR' || amount.minor < 1n || amount.minor > 99_999_999_999n) return null;
  const line = (text: string, most: number) =>
    text
      .replace(/[\r\n]+/g, ' ')
      .trim()
      .slice(0, most);
  const lines = ['BCD', '002', '1', 'SCT', bic ?? '', line(name, 70), iban, `EUR${toDecimal(amount)}`, ''];
  // a creditor reference has its own line; any other text stands in the next
  const structured = readReference(reference);
  lines.push(...(structured === null ? ['', line(reference, 140)] : [structured]));
  const text = lines.join('\n');
  return [...text].reduce((bytes, letter) => bytes + bytesOf(letter), 0) > 331 ? null : text;
}
