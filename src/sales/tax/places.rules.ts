/**
 * Where somebody is as the law of value added tax sees it: the European Union's territory for it is not its map. Some islands and exclaves are
 * outside though their country is inside, two archipelagos have rates of their own, and Monaco counts as France.
 * After Directive 2006/112/EC, articles 5 to 7, as of 2026.
 */

/** The member states, ISO 3166-1. */
export const memberStates = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
] as const;
export type MemberState = (typeof memberStates)[number];
const states: ReadonlySet<string> = new Set(memberStates);
export const isMemberState = (country: string): boolean => states.has(country);

/** As an address says it; the country by ISO 3166-1, `EL` and `UK` are understood. */
export type Address = { country: string; postcode: string | null };
/**
 * `country` is the one whose tax law counts, `code` the place that rates go by: a country, or a part of one (`PT-20`, `ES-CN`).
 * `inside`: in the Union's territory for value added tax.
 */
export type TaxPlace = { country: string; code: string; inside: boolean };

type Part = { country: string; postcodes: RegExp; code: string; side: 'inside' | 'outside' };
const parts: readonly Part[] = [
  { country: 'DE', postcodes: /^78266$/, code: 'DE-BUS', side: 'outside' },
  { country: 'DE', postcodes: /^27498$/, code: 'DE-HEL', side: 'outside' },
  { country: 'ES', postcodes: /^(35|38)\d{3}$/, code: 'ES-CN', side: 'outside' },
  { country: 'ES', postcodes: /^51\d{3}$/, code: 'ES-CE', side: 'outside' },
  { country: 'ES', postcodes: /^52\d{3}$/, code: 'ES-ML', side: 'outside' },
  { country: 'FI', postcodes: /^22\d{3}$/, code: 'AX', side: 'outside' },
  { country: 'FR', postcodes: /^971\d\d$/, code: 'GP', side: 'outside' },
  { country: 'FR', postcodes: /^972\d\d$/, code: 'MQ', side: 'outside' },
  { country: 'FR', postcodes: /^973\d\d$/, code: 'GF', side: 'outside' },
  { country: 'FR', postcodes: /^974\d\d$/, code: 'RE', side: 'outside' },
  { country: 'FR', postcodes: /^975\d\d$/, code: 'PM', side: 'outside' },
  { country: 'FR', postcodes: /^976\d\d$/, code: 'YT', side: 'outside' },
  { country: 'FR', postcodes: /^977\d\d$/, code: 'BL', side: 'outside' },
  { country: 'FR', postcodes: /^978\d\d$/, code: 'MF', side: 'outside' },
  { country: 'FR', postcodes: /^984\d\d$/, code: 'TF', side: 'outside' },
  { country: 'FR', postcodes: /^986\d\d$/, code: 'WF', side: 'outside' },
  { country: 'FR', postcodes: /^987\d\d$/, code: 'PF', side: 'outside' },
  { country: 'FR', postcodes: /^988\d\d$/, code: 'NC', side: 'outside' },
  { country: 'GR', postcodes: /^6308[67]$/, code: 'GR-69', side: 'outside' },
  // their older codes, 23030 and 22060, are shared with places inside
  { country: 'IT', postcodes: /^23041$/, code: 'IT-LIV', side: 'outside' },
  { country: 'IT', postcodes: /^22061$/, code: 'IT-CAM', side: 'outside' },
  { country: 'PT', postcodes: /^9[0-4]\d{2}(\d{3})?$/, code: 'PT-30', side: 'inside' },
  { country: 'PT', postcodes: /^9[5-9]\d{2}(\d{3})?$/, code: 'PT-20', side: 'inside' },
];

/** Codes that stand for another country's law: what people choose in a list of countries, or what tax numbers begin with. */
const sameAs: ReadonlyMap<string, string> = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
  // its territory is France's for this tax (article 7); so is the Isle of Man the United Kingdom's
  ['MC', 'FR'],
  ['IM', 'GB'],
  // only for goods part of the Union's territory; what is sold here is a service
  ['XI', 'GB'],
  // one territory with Switzerland
  ['LI', 'CH'],
]);

/** Reserved codes of parts that are outside. */
const reserved: ReadonlyMap<string, TaxPlace> = new Map([
  ['IC', { country: 'ES', code: 'ES-CN', inside: false }],
  ['EA', { country: 'ES', code: 'ES-CE', inside: false }],
]);

/** The place of an address. Postcodes are read without spaces, dashes and a country's letters before them. */
export function placeOf({ country, postcode }: Address): TaxPlace {
  const given = country.trim().toUpperCase();
  const known = reserved.get(given);
  if (known !== undefined) return known;
  const lawOf = sameAs.get(given) ?? given;
  const digits = (postcode ?? '')
    .toUpperCase()
    .replace(/[\s.-]/g, '')
    .replace(/^[A-Z]{1,2}/, '');
  const part = parts.find((one) => one.country === lawOf && one.postcodes.test(digits));
  if (part !== undefined) return { country: lawOf, code: part.code, inside: part.side === 'inside' };
  return { country: lawOf, code: lawOf, inside: isMemberState(lawOf) };
}
