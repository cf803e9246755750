/** Amounts and currencies as people and banks write them. */
import { currencyDecimals } from '#kit/currencies.ts';
import { isCurrency } from '#kit/money.ts';
import { plainDigits } from './csv-words.service.ts';

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
  ['₩', 'KRW'],
  ['฿', 'THB'],
]);
/** What people call a currency where its code would stand. */
const names: ReadonlyMap<string, string> = new Map([
  ['TL', 'TRY'],
  ['RUR', 'RUB'],
  ['руб', 'RUB'],
  ['人民币', 'CNY'],
  ['人民幣', 'CNY'],
  ['元', 'CNY'],
  ['美元', 'USD'],
  ['欧元', 'EUR'],
  ['港币', 'HKD'],
  ['円', 'JPY'],
  ['원', 'KRW'],
  ['บาท', 'THB'],
]);

/** The only currency that a heading or cell names: `Betrag (€)`, `Gutschrift in CHF`, `1.234,56 EUR`. Null when there is none, or more than one. */
export function currencyNamed(text: string): string | null {
  const short = text.slice(0, 200);
  const codes = short.split(/[^A-Za-z]+/).filter((word) => /^[A-Z]{3}$/.test(word) && isCurrency(word));
  const euros = /\beuros?\b/i.test(short) ? ['EUR'] : [];
  const named = short.split(/[^\p{L}\p{M}]+/u).flatMap((word) => names.get(word) ?? []);
  const signed = [...signs].flatMap(([sign, code]) => (short.includes(sign) ? [code] : []));
  const [only, ...more] = new Set([...codes, ...named, ...euros, ...signed]);
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

export type DecimalSign = '.' | ',';
/** `sign`: what the list has before its decimals, where that is known. `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `-5`, `5-`, `(5.00)`, `5,00 S`, `.50`: signed, with a point. Null for what is no number. */
export function looseDecimal(given: string, currency: string, sign: DecimalSign | null = null): string | null {
  if (given.length > 60) return null;
  const text = plainDigits(given)
    .replace(/[\s'’]/g, '')
    .replace(/^\+/, '')
    .replace('−', '-');
  const bare = text.replace(/\p{Sc}|zł|Kč|kr\.?|Rp\.?|TL|руб\.?|元|円|원|บาท|[A-Z]{3}/gu, '');
  const [, number = '', side = ''] = /^([^A-Za-z]*)(S|H|D|C|DR|CR|DB|Dr|Cr|Db)?\.?$/.exec(bare) ?? [];
  const isOut = /^-|-$|^\(.*\)$/.test(number) || /^(?:S|D|DR|DB)$/i.test(side);
  const digits = number.replace(/^[-+(]|[-+)]$/g, '');
  if (!/^[.,]?\d[\d.,]*$/.test(digits)) return null;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const behind = last < 0 ? 0 : digits.length - last - 1;
  // no thousands begin with a zero
  const isGroup =
    behind === 3 &&
    digits[last] !== sign &&
    (currencyDecimals.get(currency) ?? 2) < 3 &&
    /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/.test(digits);
  const [whole, rest] = last < 0 || isGroup ? [digits, ''] : [digits.slice(0, last), digits.slice(last + 1)];
  const joined = `${whole.replace(/[.,]/g, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
  return `${isOut ? '-' : ''}${joined}`;
}

/** What amounts of one list have before their decimals; null where none of them says it, or where they contradict each other. */
export function decimalSignIn(amounts: readonly string[]): DecimalSign | null {
  const signs = new Set<DecimalSign>();
  for (const amount of amounts) {
    const digits = plainDigits(amount.slice(0, 60)).replace(/[^\d.,]/g, '');
    const [, sign] = /^\d{4,}([.,])\d{3}$/.exec(digits) ?? /([.,])\d{1,2}$/.exec(digits) ?? [];
    const [, both] = /^\d{1,3}(?:\.\d{3})+(,)\d+$|^\d{1,3}(?:,\d{3})+(?=(\.))\.\d+$/.exec(digits) ?? [];
    const found = sign ?? both;
    if (found === '.' || found === ',') signs.add(found);
  }
  const [only, ...more] = signs;
  return only === undefined || more.length > 0 ? null : only;
}
