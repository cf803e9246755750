/**
 * What an invoice of a small business names: the article of its own country's law, which tax offices there look for in its own words, whatever
 * language the rest is in. Other countries get a text without an article, and the operator's footer can say more.
 */
export type Exemption = { law: string; code: string | null };

export const exemptionsBySeller: ReadonlyMap<string, Exemption> = new Map([
  ['AT', { law: '§ 6 Abs. 1 Z 27 UStG', code: null }],
  ['BE', { law: 'art. 56bis W.Btw / C.TVA', code: null }],
  ['BG', { law: 'чл. 113, ал. 9 ЗДДС', code: null }],
  ['CZ', { law: '§ 6 zákona č. 235/2004 Sb.', code: null }],
  ['DE', { law: '§ 19 UStG', code: null }],
  ['DK', { law: 'momslovens § 48', code: null }],
  ['FR', { law: 'art. 293 B du CGI', code: 'VATEX-FR-FRANCHISE' }],
  ['HR', { law: 'čl. 90. Zakona o PDV-u', code: null }],
  ['HU', { law: 'Áfa tv. 188. §', code: null }],
  ['IT', { law: 'art. 1, commi 54-89, L. 190/2014', code: null }],
  ['LU', { law: 'art. 57 LTVA', code: null }],
  ['NL', { law: 'art. 25 Wet OB 1968', code: null }],
  ['PL', { law: 'art. 113 ust. 1 ustawy o VAT', code: null }],
  ['PT', { law: 'art. 53.º CIVA', code: null }],
  ['RO', { law: 'art. 310 Cod fiscal', code: null }],
  ['SI', { law: '94. člen ZDDV-1', code: null }],
]);
