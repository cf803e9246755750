/** Numbers for value added tax of the European Union's member states: read as people type them, recognised by shape and check digits. */
import { checksums } from './vat-checksums.rules.ts';

/** By prefix: what comes after it. Greece's prefix is EL, Northern Ireland's XI. */
const shapes: ReadonlyMap<string, RegExp> = new Map([
  ['AT', /^U\d{8}$/],
  ['BE', /^[01]\d{9}$/],
  ['BG', /^\d{9,10}$/],
  ['CY', /^[0-59]\d{7}[A-Z]$/],
  ['CZ', /^\d{8,10}$/],
  ['DE', /^[1-9]\d{8}$/],
  ['DK', /^[1-9]\d{7}$/],
  ['EE', /^\d{9}$/],
  ['EL', /^\d{9}$/],
  ['ES', /^([A-Z]\d{7}[\dA-Z]|\d{8}[A-Z])$/],
  ['FI', /^\d{8}$/],
  ['FR', /^[0-9A-HJ-NP-Z]{2}\d{9}$/],
  ['HR', /^\d{11}$/],
  ['HU', /^\d{8}$/],
  ['IE', /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/],
  ['IT', /^\d{11}$/],
  ['LT', /^(\d{7}1\d|\d{10}1\d)$/],
  ['LU', /^\d{8}$/],
  ['LV', /^\d{11}$/],
  ['MT', /^\d{8}$/],
  ['NL', /^\d{9}B\d{2}$/],
  ['PL', /^\d{10}$/],
  ['PT', /^[1-9]\d{8}$/],
  ['RO', /^[1-9]\d{1,9}$/],
  ['SE', /^\d{10}(0[1-9]|[1-8]\d|9[0-4])$/],
  ['SI', /^[1-9]\d{7}$/],
  ['SK', /^[1-9]\d{9}$/],
  ['XI', /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/],
]);

/** `country` is the code of ISO 3166-1 (`GR`, and `XI` for Northern Ireland); `prefix` the number's own (`EL`); `text` both together. */
export type VatId = { country: string; prefix: string; number: string; text: string };
export type VatIdTrouble = 'unknown_country' | 'wrong_shape' | 'wrong_checksum';
export type VatIdRead = ({ kind: 'read' } & VatId) | { kind: 'refused'; why: VatIdTrouble };

const prefixOf = (country: string): string => (country === 'GR' ? 'EL' : country === 'MC' ? 'FR' : country);

function readAs(prefix: string, number: string): VatIdRead {
  const shape = shapes.get(prefix);
  if (shape === undefined) return { kind: 'refused', why: 'unknown_country' };
  if (!shape.test(number)) return { kind: 'refused', why: 'wrong_shape' };
  if (checksums.get(prefix)?.(number) === false) return { kind: 'refused', why: 'wrong_checksum' };
  return { kind: 'read', country: prefix === 'EL' ? 'GR' : prefix, prefix, number, text: `${prefix}${number}` };
}

/**
 * Reads a number such as `DE 136 695 976` or `fr-40.303.265.045`; spaces, dots, dashes and full-width characters are no mistake. A number
 * without its prefix is taken as one of `country` (ISO 3166-1) when that is given.
 */
export function readVatId(typed: string, country: string | null = null): VatIdRead {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '');
  const named = readAs(prefixOf(text.slice(0, 2)), text.slice(2));
  if (named.kind === 'read' || country === null) return named;
  // `X2482300W` is a Spanish number without its prefix, and `DE…` has the shape of a French key
  const own = readAs(prefixOf(country.toUpperCase()), text);
  return own.kind === 'read' || named.why === 'unknown_country' ? own : named;
}
