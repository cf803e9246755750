/** References by which a transfer names its invoice: the creditor reference of ISO 11649, whose check digits catch typing errors. */

/** Letters as two digits each, A = 10, for the remainder by 97 (ISO 7064, MOD 97-10). */
const digitsOf = (text: string): string => [...text].map((letter) => String(Number.parseInt(letter, 36))).join('');
const remainder = (digits: string): number => [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
const MOST = 21;
const bodyOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `RF18539007547034` from `539007547034`: what is neither letter nor digit is left out. Throws `RangeError` beyond 21 characters, or for none. */
export function referenceFor(text: string): string {
  const body = bodyOf(text);
  if (body.length === 0 || body.length > MOST) throw new RangeError('a creditor reference has 1 to 21 letters and digits');
  const check = 98 - remainder(digitsOf(`${body}RF00`));
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/**
 * Of a document's number, however long it is: of one that does not fit, its end, where the year and the place in its series stand, which are a
 * seller's only once. Throws `RangeError` for one without a letter or digit.
 */
export const referenceOfNumber = (number: string): string => referenceFor(bodyOf(number).slice(-MOST));

/** The reference in what somebody typed, in capitals without spaces; null when it is none or its check digits are wrong. */
export function readReference(typed: string): string | null {
  const text = typed.toUpperCase().replace(/\s+/g, '');
  if (!/^RF\d{2}[A-Z0-9]{1,21}$/.test(text)) return null;
  return remainder(digitsOf(text.slice(4) + text.slice(0, 4))) === 1 ? text : null;
}

/** In groups of four, as it is printed. */
export const grouped = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ');
