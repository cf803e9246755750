/** The rules of EN 16931 for each VAT category that our documents meet: groups S, AE, E, O and Z. Their -09 say together what BR-CO-17 says. */
import { minus, type Money, portion, sum, toDecimal } from '#kit/money.ts';
import { type InvoiceDocument, type VatCategory, type VatGroup, vatCategories } from './documents.rules.ts';
import { type Finding, isEmpty, type Problem, type Rule } from './finding.rules.ts';

type Named = { rule: string; field: string; problem: Problem };
const found = (fails: unknown, finding: Finding): Finding[] => (fails === true ? [finding] : []);

const groupsOf = ({ vat }: InvoiceDocument, category: VatCategory): VatGroup[] => vat.filter((one) => one.category === category);
const linesOf = ({ lines }: InvoiceDocument, category: VatCategory) => lines.filter((one) => one.category === category);
const cutsOf = ({ allowances }: InvoiceDocument, category: VatCategory) => allowances.filter((one) => one.category === category);
const uses = (doc: InvoiceDocument, category: VatCategory): boolean =>
  linesOf(doc, category).length > 0 || cutsOf(doc, category).length > 0;

/** -01: a category in use has its group, and only S may have several. */
const group =
  (category: VatCategory): Rule =>
  (doc) => {
    const count = groupsOf(doc, category).length;
    const needed = uses(doc, category);
    const rule = `BR-${category}-01`;
    return [
      ...found(needed && count === 0, { rule, field: 'BG-23', problem: 'missing' }),
      ...found(count > 1 && category !== 'S', { rule, field: 'BG-23', problem: 'invalid' }),
      ...found(!needed && count > 0, { rule, field: 'BG-23', problem: 'forbidden' }),
    ];
  };

/** -02: who must be known to the tax office. */
const ids =
  (category: VatCategory): Rule =>
  (doc) => {
    if (!uses(doc, category)) return [];
    const { seller, buyer } = doc;
    const rule = `BR-${category}-02`;
    return [
      ...found(isEmpty(seller.vatId) && isEmpty(seller.taxNumber), { rule, field: 'BT-31', problem: 'missing' }),
      ...found(category === 'AE' && isEmpty(buyer.vatId) && isEmpty(buyer.registration), {
        rule,
        field: 'BT-48',
        problem: 'missing',
      }),
    ];
  };

const wrongRate = (category: VatCategory, rate: number): boolean =>
  !Number.isSafeInteger(rate) || rate < 0 || rate > 100_000 || (category === 'S' ? rate === 0 : rate !== 0);

/** -05 for lines, -06 for discounts: S is taxed at more than nothing, the others at nothing. */
const lineRate =
  (category: VatCategory): Rule =>
  (doc) =>
    linesOf(doc, category)
      .filter(({ rate }) => wrongRate(category, rate))
      .map(({ id }) => ({ rule: `BR-${category}-05`, field: 'BT-152', problem: 'invalid' as const, line: id }));
const cutRate =
  (category: VatCategory): Rule =>
  (doc) =>
    found(
      cutsOf(doc, category).some(({ rate }) => wrongRate(category, rate)),
      { rule: `BR-${category}-06`, field: 'BT-96', problem: 'invalid' },
    );

function baseOf(doc: InvoiceDocument, { category, rate }: Pick<VatGroup, 'category' | 'rate'>): Money {
  const nets = linesOf(doc, category).filter((one) => one.rate === rate);
  const cuts = cutsOf(doc, category).filter((one) => one.rate === rate);
  return minus(
    sum(
      nets.map(({ net }) => net),
      doc.currency,
    ),
    sum(
      cuts.map(({ amount }) => amount),
      doc.currency,
    ),
  );
}

/** -08: a group's base is what its lines come to after its discounts, and every rate in use has a group. */
const base =
  (category: VatCategory): Rule =>
  (doc) => {
    const named: Named = { rule: `BR-${category}-08`, field: 'BT-116', problem: 'mismatch' };
    const groups = groupsOf(doc, category);
    const rates = new Set([...linesOf(doc, category), ...cutsOf(doc, category)].map(({ rate }) => rate));
    const without = groups.length > 0 && [...rates].some((rate) => groups.filter((one) => one.rate === rate).length !== 1);
    return [
      ...groups.flatMap((one): Finding[] => {
        const expected = baseOf(doc, one);
        return found(expected.minor !== one.base.minor, { ...named, expected: toDecimal(expected), found: toDecimal(one.base) });
      }),
      ...found(without, { rule: named.rule, field: 'BT-119', problem: 'missing' }),
    ];
  };

const hundredPercent = 100_000n;
const far = (one: bigint, other: bigint): boolean => one - other > 1n || other - one > 1n;

/** One minor unit is left to prices that include the tax: there the tax is what is left of the price, not a product of the base. */
function taxFinding(rule: string, { base: of, rate, tax }: VatGroup): Finding[] {
  if (!Number.isSafeInteger(rate) || rate < 0) return [{ rule, field: 'BT-119', problem: 'invalid' }];
  const expected = portion(of.minor, BigInt(rate), hundredPercent);
  const off = rate === 0 ? tax.minor !== 0n : far(expected, tax.minor);
  const text = toDecimal({ minor: expected, currency: tax.currency });
  return found(off, { rule, field: 'BT-117', problem: 'mismatch', expected: text, found: toDecimal(tax) });
}

/** -09: the tax of a group. */
const tax =
  (category: VatCategory): Rule =>
  (doc) =>
    groupsOf(doc, category).flatMap((one) => taxFinding(`BR-${category}-09`, one));

/** -10: a group without tax gives the reason; S and Z may not. */
const reason =
  (category: VatCategory): Rule =>
  (doc) =>
    groupsOf(doc, category).flatMap(({ exemption }) => {
      const rule = `BR-${category}-10`;
      if (category === 'S' || category === 'Z') return found(exemption !== null, { rule, field: 'BT-120', problem: 'forbidden' });
      return found(exemption === null || (isEmpty(exemption.text) && isEmpty(exemption.code)), {
        rule,
        field: 'BT-120',
        problem: 'missing',
      });
    });

/** BR-O-11 to BR-O-13: beside O nothing else stands. */
const alone: Readonly<Record<string, Rule>> = {
  'BR-O-11': ({ vat }) =>
    found(vat.some(({ category }) => category === 'O') && vat.some(({ category }) => category !== 'O'), {
      rule: 'BR-O-11',
      field: 'BG-23',
      problem: 'forbidden',
    }),
  'BR-O-12': ({ vat, lines }) =>
    vat.some(({ category }) => category === 'O')
      ? lines
          .filter(({ category }) => category !== 'O')
          .map(({ id }) => ({ rule: 'BR-O-12', field: 'BT-151', problem: 'invalid' as const, line: id }))
      : [],
  'BR-O-13': ({ vat, allowances }) =>
    found(vat.some(({ category }) => category === 'O') && allowances.some(({ category }) => category !== 'O'), {
      rule: 'BR-O-13',
      field: 'BT-95',
      problem: 'invalid',
    }),
};

const parts = { '01': group, '02': ids, '05': lineRate, '06': cutRate, '08': base, '09': tax, '10': reason } as const;

const byCategory = vatCategories.flatMap((category) =>
  Object.entries(parts).map(([part, make]): [string, Rule] => [`BR-${category}-${part}`, make(category)]),
);

/** By name. BR-O-02 is missing: of what is outside the scope nobody's VAT number stands in the XML, `forXml` sees to that. */
export const taxRules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(byCategory.filter(([name]) => name !== 'BR-O-02')),
  ...alone,
};
