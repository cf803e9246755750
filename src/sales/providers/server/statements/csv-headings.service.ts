/** Which column of a list is which: by words in its heading, in the languages that banks write them, and by what stands below. */
import type { LineState } from '../../statements.rules.ts';
import { currencyNamed, looseDecimal } from './csv-amounts.service.ts';
import { readDay } from './csv-days.service.ts';
import { ibanIn, tidyText } from './entry.service.ts';
import { plainWords, says, saysAny, type WordPattern, wordList } from './csv-words.service.ts';
import { lineStateOf } from './line-state.service.ts';

export const csvColumns = [
  'state',
  'booked',
  'value',
  'amount',
  'credit',
  'debit',
  'currency',
  'iban',
  'account',
  'bankRef',
  'endToEnd',
  'name',
  'text',
] as const;
export type CsvColumn = (typeof csvColumns)[number];
/** `columns`: headings as they stand in the file, by what they are. */
export type CsvMappedColumns = Partial<Record<CsvColumn, string>>;
/** Places of columns in the list; `texts`: all that hold words of the payer. */
export type CsvColumnPlaces = Partial<Record<CsvColumn, number>> & { booked: number; texts: readonly number[] };

/** Sums of something else: the balance afterwards, fees, what it was in another currency. */
const beside = wordList(
  '*saldo*|*balance*|orig|oorspr*|*kontostand*|solde*|bakiye*|остаток*|*残高*|*余额*|guthaben|الرصيد|शेष|original*|foreign*|fremd*|*exchange*|*kurs|fx|rate|taux|cambio|fee|fees|total fees|*gebuhr*|*entgelt*|frais|commission*|comision*|cashback|time|*uhrzeit*|*zeitzone*|timezone|time zone|started*|source*|target*|local*',
);

export const isBeside = (heading: string): boolean => saysAny(headingWords(heading), beside);

/** The words of each column, the likeliest first. `needs`: what its cells look like, where the words alone say too little. */
const headings: readonly { column: CsvColumn; needs: ContentKind; words: WordPattern[] }[] = [
  {
    column: 'state',
    needs: 'any',
    words: wordList(
      '*status|status*|=state|*zustand|contabilizzazione|*accounting status|=statut|=etat|=estado|=stato|=situacao|*durum*|=info|статус*|*ステータス*|*状態*|*状态*|*狀態*|=الحالة|=حالة|=स्थिति|=حیثیت',
    ),
  },
  {
    column: 'currency',
    needs: 'code',
    words: wordList(
      'payment currency|валюта счета|валюта платежа|currency|valuut*|*wahrung|*waehrung|devise|divisa|moneda|moeda|waluta|valutacode|valuta*|munt*|para birimi|doviz*|mena*|devizanem*|валюта*|ccy|通貨*|*币种*|*币别*|*幣別*|*货币*|mata uang|मुद्रा|العملة|عملة|کرنسی',
    ),
  },
  {
    column: 'value',
    needs: 'day',
    words: wordList(
      '*valut*|wertstellung*|=wert|*valeur*|fecha valor|*valor|value date|value dt|*rentedatum*|*waluty*|effective date|valor*|起息日',
    ),
  },
  {
    column: 'booked',
    needs: 'day',
    words: wordList(
      'completed*|buchung*|bokfor*|booking*|booked*|post date|posting*|posted*|*comptab*|*contabil*|*ksiegow*|boek*|*operation*|operac*|operaz*|transact*|transakt*|txn*|date|datum*|*datum|fecha*|data*|dato|tarih*|*tarihi|дата*|tanggal*|*تاريخ*|*تاریخ*|*तिथि*|*दिनांक*|*日期*|*日付*|*取引日*|*年月日*|*ημερομηνια*|kuupaev*|*paiva*|*거래일*|*付款时间*|*交易时间*|*入账时间*|*วันที*|when|day',
    ),
  },
  {
    column: 'credit',
    needs: 'amount',
    words: wordList(
      '*haben|credit*|paid in|money in|deposit*|abono*|haber|accredit*|avere|entree*|encaissement*|gutschrift*|alacak*|uznani*|entrada*|ingres*|приход*|поступ*|cr|einzahlung*|eingang*|kredit*|*入金*|*預入*|*收入*|*存入*|*जमा*|*دائن*|*입금*|*預かり*|*預り*|*ฝาก*|entrate*|uznania*',
    ),
  },
  {
    column: 'debit',
    needs: 'amount',
    words: wordList(
      '*soll|debit*|paid out|money out|withdrawal*|cargo*|debe|addebit*|dare|sortie*|lastschrift*|borc*|obciaz*|saida*|gasto*|расход*|списан*|dr|auszahlung*|ausgang*|belastung*|*出金*|*引出*|*支出*|*支取*|*निकासी*|*नामे*|*مدين*|*출금*|*支払*|*引出*|*ถอน*|uscite*',
    ),
  },
  {
    column: 'amount',
    needs: 'amount',
    words: wordList(
      'сумма в валюте счета|сумма платежа|brutto|gross|*betrag*|amount*|*umsatz|umsatz in|montant*|importe*|importo*|kwota*|*bedrag*|valor*|tutar*|сумма*|belopp*|belop*|belob*|castka*|osszeg*|suma*|summa*|maara*|*ποσο*|montante*|quantia*|jumlah*|nominal*|*مبلغ*|*राशि*|*रकम*|*رقم*|*金额*|*金額*|transaction value|*amount|lastschrift gutschrift|soll haben|belastung gutschrift|*入出金*|*จานวนเงน*|debit credit|credit debit',
    ),
  },
  {
    column: 'account',
    needs: 'iban',
    words: wordList(
      'auftragskonto*|*auftragskonto|*auftraggeberkonto|own*|mijn*|eigen*|=rekeningnummer|=iban bban|=account|=rekening|=konto',
    ),
  },
  {
    column: 'iban',
    needs: 'iban',
    words: wordList(
      'tegenrekening*|*tegenpartij|counterparty*|counter party*|partner*|payer*|*zahlungsbeteiligt*|*iban*|*konto*|account*|compte*|cuenta*|conto*|rachun*|hesap*|счет*',
    ),
  },
  {
    column: 'bankRef',
    needs: 'any',
    words: wordList(
      'transaction id|bank reference|*bankreferenz|transaction reference|txn id|*transaktionscode*|transaktions id|transactiereferentie|transferwise id|transfer wise id|archivierungs*|kundenreferenz bank|referencia banco|=id|=reference id',
    ),
  },
  { column: 'endToEnd', needs: 'any', words: wordList('end to end*|*endtoend*|*end to end*|=kundenreferenz') },
  {
    column: 'name',
    needs: 'name',
    words: wordList(
      '*对方户名*|*交易对方*|*보낸분*|*naam tegenpartij|payer*|*zahlungspflichtig*|*auftraggeber*|*zahlungsbeteiligt*|partner name|counterparty*|counter party*|ordenante*|ordinante*|emetteur*|donneur*|debtor*|remitter*|sender*|absender*|from name|nadawca*|*zleceniodawca*|kontrahent*|naam*|gonderen*|плательщик*|контрагент*|*المرسل*|*भुगतानकर्ता*|*بھیجنے والا*|*对方户名*|*付款人*|*依頼人*|pengirim*|=name|name*|*name|=nom|=nome|nimi|nazwa*|merchant*|=from|empfanger*|empfaenger*|begunstigt*|beguenstigt*',
    ),
  },
];
const texts = wordList(
  '*zweck*|*text*|*reference*|referenz*|description*|*beschreibung*|purpose|libelle*|concepto*|causale|descri*|tytul*|*omschrijving*|mededelingen*|aciklama*|*назнач*|*описан*|*detail*|memo*|remittance*|*notiz*|note*|notif*|*subject*|betreff|*avisierung*|vorgang*|message*|narrative*|particulars|*invoice*|*rechnung*|info*|*info|motif*|objet|observac*|opis*|title|*摘要*|*附言*|*备注*|*備考*|*内容*|*用途*|keterangan*|berita*|*विवरण*|*وصف*|*بيان*|*تفاصيل*|*تفصیل*|type|*umsatzart*|kind|*communication*|meddelande|viesti|comment*|коммент*|item title|=ref|*referencia*|referencja*|*mededeling*|=transactie|movimiento|dettagli*|=operazione|=operacion|=operation|=operacao|*historico*|*historique*|*商品*|*메모*|*적요*|*내용*|*รายการ*',
);

export type ContentKind = 'day' | 'amount' | 'code' | 'iban' | 'name' | 'any';
/** Whether one of the cells is what the column would hold. Amounts that nobody can read are still amounts: they are refused later. */
function holds(cells: readonly string[], kind: ContentKind): boolean {
  const filled = cells.flatMap((cell) => tidyText(cell) ?? []);
  if (kind === 'any' || (filled.length === 0 && kind !== 'iban' && kind !== 'code')) return true;
  if (kind === 'day') return filled.some((cell) => readDay(cell, 'day-first').kind !== 'no-day');
  if (kind === 'code') return filled.every((cell) => /^[A-Za-z]{3}$/.test(cell) || currencyNamed(cell) !== null);
  if (kind === 'name') return filled.some((cell) => /\p{L}{2}/u.test(cell) && !cell.includes('@') && ibanIn(cell) === null);
  if (kind === 'iban') return filled.some((cell) => ibanIn(cell) !== null);
  if (filled.some((cell) => looseDecimal(cell, 'EUR') !== null)) return true;
  return filled.every((cell) => /\d/.test(cell));
}

const info = plainWords('info');
const isShort = (cell: string): boolean => cell.length <= 40 && !/\d/.test(cell);
/** Columns called "Info" hold anything: the state of lines is a few words without numbers. */
export const isStateText = (heading: string, cell: string): boolean => plainWords(heading) === info && !isShort(cell);
function isStateColumn(heading: string, cells: readonly string[]): boolean {
  const filled = cells.flatMap((cell) => tidyText(cell) ?? []);
  if (filled.length === 0) return false;
  return heading !== info || filled.every(isShort) || filled.some((cell) => isShort(cell) && lineStateOf(cell, {}) !== null);
}

/** `dateOp` is two words. */
const headingWords = (heading: string): string => plainWords(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));

/** `allOf`: every cell of a column, where a few lines say too little. */
type ColumnSearch = {
  plain: readonly string[];
  cellsOf: (at: number) => readonly string[];
  allOf: (at: number) => readonly string[];
  taken: Set<number>;
};
function placeOf(
  { column, needs, words }: (typeof headings)[number],
  { plain, cellsOf, allOf, taken }: ColumnSearch,
): number | undefined {
  // a column that is blank is not what another one is written in
  const isFilled = (at: number) => cellsOf(at).some((cell) => tidyText(cell) !== null);
  const order = [...plain.keys()];
  const candidates = needs === 'day' ? [order.filter(isFilled), order.filter((at) => !isFilled(at))] : [order];
  for (const [word, places] of candidates.flatMap((places) => words.map((word) => [word, places] as const)))
    for (const at of places) {
      const heading = plain[at] ?? '';
      if (taken.has(at) || !says(heading, word) || !holds(cellsOf(at), needs)) continue;
      if ((needs === 'amount' || needs === 'code') && saysAny(heading, beside)) continue;
      if (needs === 'day' && saysAny(heading, started)) continue;
      // what is both is one column of amounts with signs
      if ((column === 'credit' || column === 'debit') && namesBothSides(heading)) continue;
      if (column === 'state' && !isStateColumn(heading, allOf(at))) continue;
      return at;
    }
  return undefined;
}
const wordsOf = (column: CsvColumn): WordPattern[] => headings.find((one) => one.column === column)?.words ?? [];
const bothSides = wordList('*入出金*|*入払*|=收 支');
export const namesBothSides = (heading: string): boolean =>
  saysAny(heading, bothSides) || (saysAny(heading, wordsOf('credit')) && saysAny(heading, wordsOf('debit')));
/** When it was begun, which is not when it was booked. */
const started = wordList('started*|*erstellt*|created*|initiated*');

/** A column whose every cell is a state, booked in some lines and not in others, whatever its heading says. */
function stateColumnIn({ plain, allOf, taken }: ColumnSearch): number | undefined {
  return [...plain.keys()].find((at) => {
    if (taken.has(at)) return false;
    const states = new Set<LineState>();
    for (const cell of allOf(at)) {
      const state = tidyText(cell) === null ? 'booked' : lineStateOf(cell, {});
      if (state === null) return false;
      states.add(state);
    }
    return states.size > 1 && allOf(at).some((cell) => tidyText(cell) !== null && lineStateOf(cell, {}) === 'booked');
  });
}
/** Words in them are nobody's: codes of banks, sorts of expenses. */
const aside = wordList(
  '*bic*|*swift*|*blz*|bankleitzahl*|mcc|card*|*karte*|*id|kategori*|categor*|*category|kategor*|lokalizacja|account*|konto*|bank',
);
/** Digits behind a word, or such as 2026-001. */
function mayNameInvoice(cell: string): boolean {
  const word = cell.search(/\p{L}{2}/u);
  return (word !== -1 && /\d{3}/.test(cell.slice(word))) || /\d{4}[-/]\d{3}/.test(cell);
}
/** Columns with words of the payer: those that say so, those without a heading, and those that may name an invoice. */
function textColumns({ plain, cellsOf, taken }: ColumnSearch): number[] {
  const left = [...plain.keys()].filter((at) => !taken.has(at) && !saysAny(plain[at] ?? '', beside));
  const holdsWords = (at: number) => cellsOf(at).some((cell) => /\p{L}{2}/u.test(cell));
  const named = left.filter((at) => saysAny(plain[at] ?? '', texts));
  const holdsNumbers = (at: number) => cellsOf(at).some(mayNameInvoice);
  if (named.length === 0) return left.filter((at) => holdsWords(at) || holdsNumbers(at));
  return left.filter((at) => {
    const heading = plain[at] ?? '';
    if (named.includes(at)) return true;
    return plainWords('') === heading ? holdsWords(at) : !saysAny(heading, aside) && holdsNumbers(at);
  });
}

/** The columns of a list with these headings and this below them; null when there is no day or no amount among them. */
export function findColumns(
  head: readonly string[],
  below: { sample: readonly (readonly string[])[]; all: () => readonly (readonly string[])[] },
  mapped: CsvMappedColumns,
): CsvColumnPlaces | null {
  const plain = head.map(headingWords);
  const taken = new Set<number>();
  const places: Partial<Record<CsvColumn, number>> = {};
  for (const column of csvColumns) {
    const heading = mapped[column];
    if (heading === undefined) continue;
    const at = plain.indexOf(headingWords(heading));
    if (at < 0) return null;
    places[column] = at;
    taken.add(at);
  }
  const search = {
    plain,
    cellsOf: (at: number) => below.sample.map((cells) => cells[at] ?? ''),
    allOf: (at: number) => below.all().map((cells) => cells[at] ?? ''),
    taken,
  };
  for (const one of headings) {
    if (places[one.column] !== undefined) continue;
    const at = placeOf(one, search);
    if (at === undefined) continue;
    places[one.column] = at;
    taken.add(at);
  }
  // a day without its year says nothing: the other one counts
  const { value, booked = value, amount, credit, debit } = places;
  if (booked === undefined || (amount === undefined && (credit === undefined || debit === undefined))) return null;
  const state = places.state ?? stateColumnIn(search);
  if (state !== undefined) {
    places.state = state;
    taken.add(state);
  }
  return { ...places, booked, texts: [...(places.text === undefined ? [] : [places.text]), ...textColumns(search)] };
}
