/** The words and figures of the page: everything that is printed, as texts, in the order in which it stands. The layout is `invoice.typ`'s. */
import { fillOf, isColour } from '#kit/colour.ts';
import { type Money, plus, zero } from '#kit/money.ts';
import { directionIn } from '#kit/server/words.ts';
import type { Address, DayRange, InvoiceDocument, InvoiceLine, Party } from '../documents.rules.ts';
import { amountText, dayText, figure, ibanText, percent, priceText, quantityText, rangeText } from '../figures.rules.ts';
import type { Say } from '../finding-words.rules.ts';

/** A text and the direction that its first letter gives it (UAX #9, rule P2), whatever the page's is. */
export type Run = { text: string; dir: 'ltr' | 'rtl' };
/** `value` is `plain` when it is figures or a code, which run from left to right everywhere. */
export type Fact = { label: string; value: string; kind: 'words' | 'plain' };
export type Row = {
  title: Run;
  details: readonly Run[];
  quantity: string;
  price: string;
  rate: string;
  amount: string;
  /** The sum up to and with this row. */
  running: string;
};
export type Paper = {
  locale: string;
  dir: 'ltr' | 'rtl';
  accent: string;
  mark: string | null;
  title: string;
  name: string;
  number: string;
  /** For the file's own data: what kind of document, its number, the seller, the day. */
  meta: { title: string; author: string; day: readonly number[] };
  sender: Run;
  recipient: readonly Run[];
  facts: readonly Fact[];
  head: readonly string[];
  rows: readonly Row[];
  carried: string;
  /** `note` stands below the label: of a tax, what it is charged on. */
  sums: readonly (Fact & { note: string | null })[];
  due: Fact;
  settled: string | null;
  reasons: readonly Run[];
  payment: { title: string; facts: readonly Fact[]; lines: readonly Run[]; scan: string } | null;
  notes: readonly Run[];
  footer: readonly Run[];
};

/** Letters of the scripts that are written from right to left. */
const firstLetter = /\p{L}/u;
const rtlLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Numbers and codes of several parts, such as 2026-0042 or 2006/112/EC: between right-to-left letters their parts would change places. */
const codes = /(?<![\p{Script=Latin}\d])[\p{Script=Latin}\d]+(?:[-./:,@_+][\p{Script=Latin}\d]+)+%?/gu;
const kept = (text: string): string => text.replaceAll(codes, '\u2066$&\u2069');

function runOf(text: string, page: 'ltr' | 'rtl'): Run {
  const letter = firstLetter.exec(text)?.[0];
  const dir = letter === undefined ? page : rtlLetter.test(letter) ? 'rtl' : 'ltr';
  return { text: dir === 'rtl' ? kept(text) : text, dir };
}

const filled = (texts: readonly (string | null)[]): string[] =>
  texts.filter((text) => text !== null && text.trim() !== '').map(String);
/** Countries by their English names, as the Universal Postal Union asks for letters abroad; none inside the country. */
const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code;
function addressLines(address: Address, from: string | null): string[] {
  const town = filled([address.postcode, address.city]).join(' ');
  const abroad = address.country === from ? null : countryName(address.country).toUpperCase();
  return filled([address.street, address.extra, town, address.region, abroad]);
}

type Page = { doc: InvoiceDocument; say: Say; dir: 'ltr' | 'rtl' };

const words = (label: string, value: string | null): Fact[] => (value === null ? [] : [{ label, value, kind: 'words' }]);
const plain = (label: string, value: string | null): Fact[] => (value === null ? [] : [{ label, value, kind: 'plain' }]);

function factsOf({ doc, say }: Page): Fact[] {
  const { locale, kind } = doc;
  const day = (value: string | null) => (value === null ? null : dayText(value, locale));
  const range = (value: DayRange | null) => (value === null ? null : rangeText(value, locale));
  return [
    ...plain(say(kind === 'credit-note' ? 'paper.creditNumber' : 'paper.number'), doc.number === '' ? null : doc.number),
    ...words(say('paper.issued'), day(doc.issued)),
    ...doc.preceding.flatMap(({ number }) => plain(say('paper.preceding'), number)),
    ...words(say('paper.supplied'), day(doc.supplied)),
    ...words(say('paper.period'), range(doc.period)),
    ...words(say('paper.due'), day(doc.due)),
    ...plain(say('paper.customer'), doc.buyer.identifier),
    ...plain(say(doc.taxName === null ? 'paper.vatId' : 'paper.taxNumber'), doc.buyer.vatId),
    ...plain(say('paper.order'), doc.order),
    ...plain(say('paper.buyerReference'), doc.buyerReference),
  ];
}

/** A reason that is the word itself is not said twice. */
const discountLabel = (reason: string, say: Say): string =>
  reason === say('paper.discount') ? reason : `${say('paper.discount')}: ${isolate(reason)}`;

function detailsOf(line: InvoiceLine, { doc, say, dir }: Page): Run[] {
  const { locale } = doc;
  const own = line.period;
  const differs = own !== null && (own.from !== doc.period?.from || own.to !== doc.period.to);
  return [
    ...filled([line.detail]).map((text) => runOf(text, dir)),
    ...(differs ? [{ text: rangeText(own, locale), dir }] : []),
    ...line.allowances.map(({ amount, reason }) => ({
      text: `${discountLabel(reason, say)} ${isolate(`−${amountText(amount, locale)}`)}`,
      dir,
    })),
  ];
}

function rowsOf(page: Page): Row[] {
  const { doc } = page;
  const { locale, currency } = doc;
  const running: Money[] = [];
  for (const { net } of doc.lines) running.push(plus(running.at(-1) ?? zero(currency), net));
  return doc.lines.map((line, at) => ({
    title: runOf(line.title, page.dir),
    details: detailsOf(line, page),
    quantity: quantityText(line.quantity, line.unit, locale),
    price: priceText(line.price, { currency, locale }),
    rate: line.category === 'O' ? '–' : percent(line.rate, locale),
    amount: figure(line.net, locale),
    running: amountText(running[at] ?? line.net, locale),
  }));
}

function sumsOf({ doc, say }: Page): Paper['sums'] {
  const { totals, locale, allowances, vat, taxName } = doc;
  const row = (label: string, value: string, note: string | null = null) => [{ label, value, note, kind: 'plain' as const }];
  const some = (label: string, amount: Money, sign = '') =>
    amount.minor === 0n ? [] : row(label, `${sign}${amountText(amount, locale)}`);
  const reduced = allowances.flatMap(({ amount, reason }) => some(discountLabel(reason, say), amount, '−'));
  return [
    ...(reduced.length === 0 ? [] : row(say('paper.lines'), amountText(totals.lines, locale))),
    ...reduced,
    ...row(say(taxName === null ? 'paper.net' : 'paper.lines'), amountText(totals.net, locale)),
    ...vat
      .filter(({ category }) => category !== 'O')
      .flatMap(({ rate, base, tax }) => {
        const written = isolate(percent(rate, locale));
        const label = taxName === null ? say('paper.taxAt', { rate: written }) : `${isolate(taxName)} ${written}`;
        // one base is the net sum itself, just above
        const note = vat.length > 1 ? `${say('paper.base')}: ${isolate(amountText(base, locale))}` : null;
        return row(label, amountText(tax, locale), note);
      }),
    ...row(say(taxName === null ? 'paper.gross' : 'paper.total'), amountText(totals.gross, locale)),
    ...some(say('paper.paid'), totals.paid, '−'),
    ...some(say('paper.rounding'), totals.rounding),
  ];
}

function paymentOf({ doc, say, dir }: Page): Paper['payment'] {
  const { payment } = doc;
  if (payment === null) return null;
  const { account, card, reference, text } = payment;
  const facts = [
    ...words(say('paper.holder'), account === null ? null : isolate(account.holder)),
    ...plain('IBAN', account === null ? null : ibanText(account.iban)),
    ...plain('BIC', account?.bic ?? null),
    ...words(say('paper.bank'), account === null || account.bank === null ? null : isolate(account.bank)),
    ...plain(say('paper.reference'), reference),
  ];
  const paid =
    card === null ? [] : [{ text: say('paper.card', { brand: isolate(card.brand), last4: isolate(card.last4) }), dir }];
  const lines = [...paid, ...filled([text]).map((one) => runOf(one, dir))];
  if (facts.length === 0 && lines.length === 0) return null;
  return { title: say('paper.payment'), facts, lines, scan: say('paper.scan') };
}

function sellerLines({ name, address, contact, vatId, taxNumber, registration }: Party, { doc, say, dir }: Page): Run[] {
  const named = (label: string, value: string | null) => (value === null ? null : `${label}: ${isolate(value)}`);
  const ids = [
    named(say(doc.taxName === null ? 'paper.vatId' : 'paper.taxNumber'), vatId),
    named(say('paper.taxNumber'), taxNumber),
    named(say('paper.registration'), registration),
  ];
  const sayings = filled(ids).map((text) => ({ text, dir }));
  const reach = filled([contact?.phone ?? null, contact?.email ?? null]);
  return [
    runOf([name, ...addressLines(address, doc.buyer.address.country)].join(' · '), dir),
    ...(reach.length === 0 ? [] : [{ text: reach.join(' · '), dir: 'ltr' as const }]),
    ...(sayings.length === 0 ? [] : [{ text: sayings.map(({ text }) => text).join(' · '), dir }]),
    ...doc.look.footer.map((text) => runOf(text, dir)),
  ];
}

function closingLines({ doc, say, dir }: Page): Run[] {
  const { accounting, locale, vat } = doc;
  const inOwn =
    accounting === null
      ? null
      : say('paper.accounting', {
          currency: isolate(accounting.tax.currency),
          amount: isolate(amountText(accounting.tax, locale)),
          rate: isolate(accounting.rate),
          source: isolate(accounting.source),
          date: isolate(dayText(accounting.date, locale)),
        });
  return [
    ...filled([inOwn]).map((text) => ({ text, dir })),
    ...filled(vat.map(({ exemption }) => exemption?.text ?? null)).map((text) => runOf(text, dir)),
  ];
}

const plainAccent = '#1f2937';
/** Dark enough to be read on white, whatever colour somebody chose. */
function accentOf(chosen: string | null): string {
  const colour = chosen?.toLowerCase() ?? plainAccent;
  return fillOf(isColour(colour) ? colour : plainAccent);
}

// the words that Article 226 (10a) of Directive 2006/112/EC asks for stand on what the buyer writes
const titles = {
  invoice: 'paper.invoice',
  'self-billed': 'paper.selfBilled',
  'credit-note': 'paper.creditNote',
} as const;
/** Everything that stands on the paper of the document, in its language; `say` says the texts of this domain. */
export function paperOf(doc: InvoiceDocument, say: Say): Paper {
  const dir = directionIn(doc.locale);
  const page: Page = { doc, say, dir };
  const { locale, totals, seller, buyer, look } = doc;
  const title = say(titles[doc.kind]);
  const column = (key: string) => say(`paper.${key}`);
  const sender = [look.name, ...addressLines(seller.address, seller.address.country)].join(' · ');
  return {
    locale,
    dir,
    accent: accentOf(look.accent),
    mark: doc.mark === null ? null : say(`paper.${doc.mark}`),
    title,
    name: look.name,
    number: doc.number,
    meta: { title: `${title} ${doc.number}`.trim(), author: seller.name, day: doc.issued.split('-').map(Number) },
    sender: runOf(sender, dir),
    recipient: [buyer.name, ...addressLines(buyer.address, seller.address.country)].map((text) => runOf(text, dir)),
    facts: factsOf(page),
    head: [
      ...['description', 'quantity', 'price'].map(column),
      doc.taxName ?? column('rate'),
      `${column('amount')} (${doc.currency})`,
    ],
    rows: rowsOf(page),
    carried: column('carried'),
    sums: sumsOf(page),
    due: {
      label: say(doc.kind === 'credit-note' ? 'paper.credited' : 'paper.dueAmount'),
      value: amountText(totals.due, locale),
      kind: 'plain',
    },
    settled: doc.kind !== 'credit-note' && totals.due.minor <= 0n ? say('paper.settled') : null,
    reasons: closingLines(page),
    payment: paymentOf(page),
    notes: filled([...doc.notes, doc.terms]).map((text) => runOf(text, dir)),
    footer: sellerLines(seller, page),
  };
}
