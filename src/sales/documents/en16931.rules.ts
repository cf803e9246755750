/**
 * The rules of EN 16931 that our documents can break, asked before a number is taken. Each is named as the standard names it, so that what
 * we find can be looked up; `checkedRules` is the list. What the model's types make impossible (a second seller, a missing total) is not asked.
 */
import { currencyDecimals } from '#kit/currencies.ts';
import { isCurrency, type Money } from '#kit/money.ts';
import { documentCodes, type InvoiceDocument, type Party, units } from './documents.rules.ts';
import { taxRules } from './en16931-tax.rules.ts';
import { totalRules } from './en16931-totals.rules.ts';
import { type Finding, invalid, isEmpty, missing, type Problem, type Rule } from './finding.rules.ts';

/** A day that the calendar has. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const decimal = /^-?\d{1,12}(\.\d{1,6})?$/;
const country = /^[A-Z]{2}$/;
/** Greece writes EL; Northern Ireland XI. Otherwise the prefix is the country's code (ISO 3166-1). */
const vatPrefix = /^[A-Z]{2}[0-9A-Z+*.]{2,}$/;

const headRules: Readonly<Record<string, Rule>> = {
  'BR-02': ({ number }) => (isEmpty(number) ? [missing('BR-02', 'BT-1')] : []),
  'BR-03': ({ issued }) => (isDay(issued) ? [] : [invalid('BR-03', 'BT-2')]),
  'BR-04': ({ kind }) => (kind in documentCodes ? [] : [invalid('BR-04', 'BT-3')]),
  'BR-05': ({ currency }) => (isCurrency(currency) ? [] : [invalid('BR-05', 'BT-5')]),
  'BR-06': ({ seller }) => (isEmpty(seller.name) ? [missing('BR-06', 'BT-27')] : []),
  'BR-07': ({ buyer }) => (isEmpty(buyer.name) ? [missing('BR-07', 'BT-44')] : []),
  'BR-09': ({ seller }) => (country.test(seller.address.country) ? [] : [missing('BR-09', 'BT-40')]),
  'BR-11': ({ buyer }) => (country.test(buyer.address.country) ? [] : [missing('BR-11', 'BT-55')]),
  'BR-16': ({ lines }) => (lines.length > 0 ? [] : [missing('BR-16', 'BG-25')]),
  'BR-29': ({ period }) => (period === null || runs(period) ? [] : [invalid('BR-29', 'BT-74')]),
  'BR-55': ({ preceding, kind }) =>
    preceding.some(({ number }) => isEmpty(number)) || (kind === 'credit-note' && preceding.length === 0)
      ? [missing('BR-55', 'BT-25')]
      : [],
  'BR-62': ({ seller }) => networkOf(seller, { rule: 'BR-62', field: 'BT-34' }),
  'BR-63': ({ buyer }) => networkOf(buyer, { rule: 'BR-63', field: 'BT-49' }),
  'BR-CO-09': ({ seller, buyer }) => [...prefixOf(seller, 'BT-31'), ...prefixOf(buyer, 'BT-48')],
  'BR-CO-26': ({ seller }) =>
    [seller.identifier, seller.registration, seller.vatId].every(isEmpty) ? [missing('BR-CO-26', 'BT-31')] : [],
};

const runs = ({ from, to }: { from: string; to: string }): boolean => isDay(from) && isDay(to) && from <= to;
const networkOf = ({ network }: Party, { rule, field }: { rule: string; field: string }): Finding[] =>
  network !== null && (!/^(\d{4}|[A-Z]{2})$/.test(network.scheme) || isEmpty(network.value)) ? [invalid(rule, field)] : [];
const prefixOf = ({ vatId }: Party, field: string): Finding[] =>
  isEmpty(vatId) || vatPrefix.test(vatId ?? '') ? [] : [invalid('BR-CO-09', field)];

type DocumentLine = InvoiceDocument['lines'][number];
/** A rule that each line is held to. */
const perLine =
  (rule: string, ask: { field: string; problem: Problem; fails: (line: DocumentLine) => boolean }): Rule =>
  ({ lines }) =>
    lines.filter(ask.fails).map(({ id }) => ({ rule, field: ask.field, problem: ask.problem, line: id }));

const isNegative = (amount: Money): boolean => amount.minor < 0n;
const lineRules: Readonly<Record<string, Rule>> = {
  'BR-21': ({ lines }) => {
    const doubles = lines.filter(({ id }, at) => isEmpty(id) || lines.findIndex((one) => one.id === id) !== at);
    return doubles.map(({ id }) => ({ rule: 'BR-21', field: 'BT-126', problem: 'invalid' as const, line: id }));
  },
  'BR-22': perLine('BR-22', { field: 'BT-129', problem: 'invalid', fails: ({ quantity }) => !decimal.test(quantity) }),
  'BR-23': perLine('BR-23', { field: 'BT-130', problem: 'invalid', fails: ({ unit }) => !units.includes(unit) }),
  'BR-25': perLine('BR-25', { field: 'BT-153', problem: 'missing', fails: ({ title }) => isEmpty(title) }),
  'BR-26': perLine('BR-26', { field: 'BT-146', problem: 'invalid', fails: ({ price }) => !decimal.test(price) }),
  'BR-27': perLine('BR-27', { field: 'BT-146', problem: 'invalid', fails: ({ price }) => price.startsWith('-') }),
  'PEPPOL-EN16931-R120': perLine('PEPPOL-EN16931-R120', { field: 'BT-131', problem: 'mismatch', fails: netIsOff }),
  'BR-30': perLine('BR-30', {
    field: 'BT-135',
    problem: 'invalid',
    fails: ({ period }) => period !== null && !runs(period),
  }),
  'BR-41': perLine('BR-41', {
    field: 'BT-136',
    problem: 'invalid',
    fails: ({ allowances }) => allowances.some(({ amount }) => isNegative(amount)),
  }),
  'BR-42': perLine('BR-42', {
    field: 'BT-139',
    problem: 'missing',
    fails: ({ allowances }) => allowances.some(({ reason }) => isEmpty(reason)),
  }),
};

/** A decimal text as millionths. Zero for what is none: another rule says so. */
function millionths(text: string): bigint {
  const [, sign, whole = '0', part = ''] = decimal.exec(text) === null ? [] : (/^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []);
  const size = BigInt(whole + part.padEnd(6, '0'));
  return sign === '-' ? -size : size;
}

/** The standard's definition of BT-131, which Peppol checks as R120, with its slack of two minor units. */
function netIsOff({ quantity, price, net, allowances }: DocumentLine): boolean {
  const unit = 10n ** BigInt(currencyDecimals.get(net.currency) ?? 2);
  const counted = (millionths(quantity) * millionths(price) * unit) / 10n ** 12n;
  const off = counted - allowances.reduce((sum, { amount }) => sum + amount.minor, 0n) - net.minor;
  return off > 2n || off < -2n;
}

const paymentRules: Readonly<Record<string, Rule>> = {
  'BR-31': ({ allowances }) => (allowances.some(({ amount }) => isNegative(amount)) ? [invalid('BR-31', 'BT-92')] : []),
  'BR-33': ({ allowances }) => (allowances.some(({ reason }) => isEmpty(reason)) ? [missing('BR-33', 'BT-97')] : []),
  'BR-50': ({ payment }) =>
    payment !== null && payment.account !== null && isEmpty(payment.account.iban) ? [missing('BR-50', 'BT-84')] : [],
  'BR-51': ({ payment }) =>
    payment !== null && payment.card !== null && !/^\d{4,6}$/.test(payment.card.last4) ? [invalid('BR-51', 'BT-87')] : [],
  'BR-53': ({ accounting, currency }) =>
    accounting !== null && (accounting.tax.currency === currency || !isCurrency(accounting.tax.currency))
      ? [invalid('BR-53', 'BT-6')]
      : [],
  'BR-61': ({ payment }) =>
    payment !== null && (payment.means === 'transfer' || payment.means === 'sepa') && payment.account === null
      ? [missing('BR-61', 'BT-84')]
      : [],
  'BR-CO-25': ({ totals, due, terms, kind }) =>
    kind !== 'credit-note' && totals.due.minor > 0n && due === null && isEmpty(terms) ? [missing('BR-CO-25', 'BT-9')] : [],
};

const rules: Readonly<Record<string, Rule>> = { ...headRules, ...lineRules, ...paymentRules, ...totalRules, ...taxRules };
/** Names of the rules that are asked. */
export const checkedRules: readonly string[] = Object.keys(rules);

/** Amounts in two currencies cannot be counted together, so nothing else can be asked of such a document. */
function strangers({ currency, lines, vat, allowances, totals }: InvoiceDocument): Finding[] {
  const amounts = [
    ...Object.values(totals),
    ...lines.flatMap((line) => [line.net, ...line.allowances.map(({ amount }) => amount)]),
    ...vat.flatMap(({ base, tax }) => [base, tax]),
    ...allowances.map(({ amount }) => amount),
  ];
  return amounts.some((amount) => amount.currency !== currency) ? [invalid('BR-05', 'BT-5')] : [];
}

/** Everything that keeps the document from being an invoice by EN 16931; empty when nothing does. */
export function checkDocument(doc: InvoiceDocument): Finding[] {
  const other = strangers(doc);
  return other.length > 0 ? other : Object.values(rules).flatMap((rule) => rule(doc));
}
