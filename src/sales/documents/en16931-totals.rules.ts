/** The conditions BR-CO of EN 16931 on sums. All amounts are of one currency by then. */
import { compare, minus, type Money, plus, sum, toDecimal } from '#kit/money.ts';
import type { InvoiceDocument } from './documents.rules.ts';
import type { Finding, Rule } from './finding.rules.ts';

type Sum = { rule: string; field: string; expected: Money; found: Money };
const differs = ({ rule, field, expected, found }: Sum): Finding[] =>
  compare(expected, found) === 0
    ? []
    : [{ rule, field, problem: 'mismatch', expected: toDecimal(expected), found: toDecimal(found) }];

const netOf = ({ lines, currency }: InvoiceDocument): Money =>
  sum(
    lines.map(({ net }) => net),
    currency,
  );

/** BR-CO-10 to BR-CO-18. */
export const totalRules: Readonly<Record<string, Rule>> = {
  'BR-CO-10': (doc) => differs({ rule: 'BR-CO-10', field: 'BT-106', expected: netOf(doc), found: doc.totals.lines }),
  'BR-CO-11': ({ allowances, totals, currency }) => {
    const amounts = allowances.map(({ amount }) => amount);
    return differs({ rule: 'BR-CO-11', field: 'BT-107', expected: sum(amounts, currency), found: totals.allowances });
  },
  'BR-CO-13': ({ totals }) =>
    differs({ rule: 'BR-CO-13', field: 'BT-109', expected: minus(totals.lines, totals.allowances), found: totals.net }),
  'BR-CO-14': ({ vat, totals, currency }) => {
    const taxes = vat.map(({ tax }) => tax);
    return differs({ rule: 'BR-CO-14', field: 'BT-110', expected: sum(taxes, currency), found: totals.tax });
  },
  'BR-CO-15': ({ totals }) =>
    differs({ rule: 'BR-CO-15', field: 'BT-112', expected: plus(totals.net, totals.tax), found: totals.gross }),
  'BR-CO-16': ({ totals: { gross, paid, rounding, due } }) =>
    differs({ rule: 'BR-CO-16', field: 'BT-115', expected: plus(minus(gross, paid), rounding), found: due }),
  'BR-CO-18': ({ vat }) => (vat.length > 0 ? [] : [{ rule: 'BR-CO-18', field: 'BG-23', problem: 'missing' }]),
};
