/** The Leitweg-ID: where a German public body wants its invoices to arrive. Up to twelve digits, a part of its own, two check digits. */

export type ReadLeitwegId = { kind: 'read'; id: string } | { kind: 'refused'; why: 'wrong_shape' | 'wrong_checksum' };

/** Most characters of one. */
export const LEITWEG_ID_MAX = 46;

/** Letters count from ten, as ISO/IEC 7064 has it. */
const remainderOf = (text: string): number =>
  [...text].reduce((rest, letter) => {
    const value = Number.parseInt(letter, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

export function readLeitwegId(text: string): ReadLeitwegId {
  const id = text.replace(/\s/g, '').toUpperCase();
  const [, coarse, fine = '', check] = /^(\d{2,12})(?:-([0-9A-Z]{1,30}))?-(\d\d)$/.exec(id) ?? [];
  if (coarse === undefined || check === undefined || id.length > LEITWEG_ID_MAX) return { kind: 'refused', why: 'wrong_shape' };
  // MOD 97-10: what is left of all of it is one
  return remainderOf(`${coarse}${fine}${check}`) === 1 ? { kind: 'read', id } : { kind: 'refused', why: 'wrong_checksum' };
}
