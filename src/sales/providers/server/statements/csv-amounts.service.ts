/** Amounts and currencies as people and banks write them. */
import { currencyDecimals } from '#kit/currencies.ts';
import { isCurrency } from '#kit/money.ts';

/** Signs that mean one currency alone; a dollar or yen sign does not. */
const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₺', 'TRY'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['R$', 'BRL'],
  ['Rp', 'IDR'],
]);

/** The only currency that a heading or cell names: `Betrag (€)`, `Gutschrift in CHF`, `1.234,56 EUR`. Null when there is none, or more than one. */
export function currencyNamed(text: string): string | null {
  const short = text.slice(0, 200);
  const codes = short.split(/[^A-Za-z]+/).filter((word) => /^[A-Z]{3}$/.test(word) && isCurrency(word));
  const euros = /\beuros?\b/i.test(short) ? ['EUR'] : [];
  const signed = [...signs].flatMap(([sign, code]) => (short.includes(sign) ? [code] : []));
  const [only, ...more] = new Set([...codes, ...euros, ...signed]);
  return only === undefined || more.length > 0 ? null : only;
}
/** Whether an amount has a sign of another currency, where the sign alone does not say of which. */
export function isOtherSign(text: string, code: string): boolean {
  if (/[¥￥]/.test(text)) return code !== 'JPY' && code !== 'CNY';
  return text.includes('$') && !text.includes('R$') && (code === 'CHF' || [...signs.values()].includes(code));
}
/** As `currencyNamed`, for cells outside the table: words in capitals may look like a currency there. */
export function currencyAround(cell: string): string | null {
  const text = cell.trim();
  const isAlone = /^[A-Z]{3}$/.test(text);
  const isAmount = /^[A-Z€£]{1,3} ?[-+\d]/.test(text) || /\d ?[A-Z€£]{1,3}$/.test(text);
  const isSaid = /(?:\(| in |: ?)(?:[A-Z]{3}|€|£)\)?$/.test(text.slice(-20));
  return isAlone || isAmount || isSaid ? currencyNamed(text) : null;
}

/** `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `-5`, `5-`, `(5.00)`, `5,00 S`: signed, with a point. Null for what is no number. */
export function looseDecimal(given: string, currency: string): string | null {
  if (given.length > 60) return null;
  const text = given
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^\+/, '')
    .replace('−', '-');
  const bare = text.replace(/\p{Sc}|zł|Kč|kr\.?|Rp\.?|[A-Z]{3}/gu, '');
  const [, number = '', side = ''] = /^([^A-Za-z]*)(S|H|DR|CR|Dr|Cr)?$/.exec(bare) ?? [];
  const isOut = /^-|-$|^\(.*\)$/.test(number) || /^(?:S|DR)$/i.test(side);
  const digits = number.replace(/^[-+(]|[-+)]$/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const behind = last < 0 ? 0 : digits.length - last - 1;
  // no thousands begin with a zero
  const isGroup =
    behind === 3 && (currencyDecimals.get(currency) ?? 2) < 3 && /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/.test(digits);
  const [whole, rest] = last < 0 || isGroup ? [digits, ''] : [digits.slice(0, last), digits.slice(last + 1)];
  const joined = `${whole.replace(/[.,]/g, '')}${rest === '' ? '' : `.${rest}`}`;
  return `${isOut ? '-' : ''}${joined}`;
}
