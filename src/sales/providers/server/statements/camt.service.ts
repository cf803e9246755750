/** Statements and reports of a day in camt.053 and camt.052 (ISO 20022), any of their versions: elements are known by their names. */
import { readXml, type XmlNode } from '@atrium/bbb/xml';
import { type Money, sum } from '#kit/money.ts';
import type { LineState, Statement } from '../../statements.rules.ts';
import { amountFrom, type BareEntry, ibanIn, leftOutCounter, namedEntries, tidyText, unreadable } from './entry.service.ts';
import { lineStateOf, type StateAnswers } from './line-state.service.ts';

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
const all = (node: XmlNode, name: string): XmlNode[] => node.children.filter((one) => bare(one.name) === name);
function at(node: XmlNode | null, ...path: string[]): XmlNode | null {
  return path.reduce<XmlNode | null>((from, name) => (from === null ? null : (all(from, name)[0] ?? null)), node);
}
const textAt = (node: XmlNode | null, ...path: string[]): string | null => tidyText(at(node, ...path)?.text);
const dayAt = (node: XmlNode | null, ...path: string[]): string | null => {
  const found = at(node, ...path);
  const text = textAt(found, 'Dt') ?? textAt(found, 'DtTm') ?? tidyText(found?.text);
  return text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null;
};

function amountOf(node: XmlNode | null, way: 'in' | 'out'): Money {
  const amount = node === null ? null : amountFrom(node.text, node.attributes.get('Ccy') ?? '', way);
  if (amount === null) throw unreadable('not_readable');
  return amount;
}
/** `place`: of the entry in its statement, which is named when it does not say which way the money went. */
function wayOf(node: XmlNode, place: number | null): 'in' | 'out' {
  const word = textAt(node, 'CdtDbtInd');
  if (word !== 'CRDT' && word !== 'DBIT') throw unreadable('not_readable', place);
  return word === 'DBIT' ? 'out' : 'in';
}

/** Codes of both, the likeliest first. */
const balanceCodes = { opening: ['OPBD', 'PRCD'], closing: ['CLBD'] } as const;
function balance(statement: XmlNode, side: 'opening' | 'closing'): Money | null {
  const ofDays = balanceCodes[side]
    .map((code) => all(statement, 'Bal').filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))
    .find((list) => list.length > 0);
  // a statement of several days has both for each of them
  const ordered = (ofDays ?? []).toSorted((a, b) => (dayAt(a, 'Dt') ?? '').localeCompare(dayAt(b, 'Dt') ?? ''));
  const found = ordered.at(side === 'opening' ? 0 : -1);
  return found === undefined ? null : amountOf(at(found, 'Amt'), wayOf(found, null));
}

/** The other side: who paid what came in, who got what went out. Older versions have no `Pty` between. */
function other(details: XmlNode | null, way: 'in' | 'out'): { payerName: string | null; payerIban: string | null } {
  const party = way === 'in' ? 'Dbtr' : 'Cdtr';
  const parties = at(details, 'RltdPties');
  return {
    payerName:
      textAt(parties, party, 'Nm') ??
      textAt(parties, party, 'Pty', 'Nm') ??
      textAt(parties, `Ultmt${party}`, 'Nm') ??
      textAt(parties, `Ultmt${party}`, 'Pty', 'Nm'),
    payerIban: ibanIn(textAt(parties, `${party}Acct`, 'Id', 'IBAN')),
  };
}

/** For whom it was paid, where somebody else paid it. */
function ultimate(details: XmlNode | null, way: 'in' | 'out'): string[] {
  const party = at(details, 'RltdPties', way === 'in' ? 'UltmtDbtr' : 'UltmtCdtr');
  const name = textAt(party, 'Nm') ?? textAt(party, 'Pty', 'Nm');
  return name === null || name === other(details, way).payerName ? [] : [name];
}

/** What a structured purpose says: numbers of documents, references, and words beside them. */
const purposes: ReadonlySet<string> = new Set(['Ref', 'Nb', 'AddtlRmtInf', 'RmtId', 'Ustrd']);
const textsWithin = (node: XmlNode): string[] =>
  node.children.flatMap((one) => (purposes.has(bare(one.name)) ? (tidyText(one.text) ?? []) : textsWithin(one)));
const textsOf = (details: XmlNode | null): string[] =>
  details === null ? [] : [...all(details, 'RmtInf'), ...all(details, 'RltdRmtInf')].flatMap(textsWithin);

const once = (texts: readonly string[]): string[] => [...new Set(texts)];
/** What all parts of a line have in common. */
const shared = (texts: readonly (string | null)[]): string | null => (new Set(texts).size === 1 ? (texts[0] ?? null) : null);

/** Several payments as one line: it says all that they say, and is nobody's alone. */
function together(parts: readonly BareEntry[], entry: BareEntry): BareEntry {
  const payerName = shared(parts.map((part) => part.payerName));
  const endToEndId = shared(parts.map((part) => part.endToEndId));
  const names = payerName === null ? parts.flatMap((part) => part.payerName ?? []) : [];
  const ids = endToEndId === null ? parts.flatMap((part) => part.endToEndId ?? []) : [];
  return {
    ...entry,
    payerName,
    payerIban: shared(parts.map((part) => part.payerIban)),
    texts: once([...parts.flatMap((part) => part.texts), ...names, ...ids]),
    endToEndId,
  };
}

function entriesOf(entry: XmlNode, place: number): BareEntry[] {
  const way = wayOf(entry, place);
  const whole = amountOf(at(entry, 'Amt'), way);
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (bookedOn === null) throw unreadable('not_readable');
  const valueOn = dayAt(entry, 'ValDt');
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const isBatch = details.length > 1;
  const wayIn = (one: XmlNode | null) => (textAt(one, 'CdtDbtInd') === null || one === null ? way : wayOf(one, place));
  const make = (one: XmlNode | null, amount: Money): BareEntry => {
    const more = [textAt(one, 'AddtlTxInf'), isBatch ? null : textAt(entry, 'AddtlNtryInf')];
    const isReturned = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '') || at(one, 'RtrInf') !== null;
    const words = isReturned ? ['Reversal'] : [];
    const texts = once([...words, ...textsOf(one), ...ultimate(one, wayIn(one)), ...more.flatMap((text) => text ?? [])]);
    const extra = textAt(entry, 'AddtlNtryInf');
    return {
      bookedOn,
      valueOn,
      ...other(one, wayIn(one)),
      amount,
      // `NtryRef` only numbers the entries of one message
      bankRef: textAt(one, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'),
      texts: texts.length === 0 && extra !== null ? [extra] : texts,
      endToEndId: textAt(one, 'Refs', 'EndToEndId'),
    };
  };
  const [only = null, ...more] = details;
  if (more.length === 0) return [make(only, whole)];
  const amounts = details.map((one) => at(one, 'AmtDtls', 'TxAmt', 'Amt') ?? at(one, 'Amt'));
  // several payments booked as one line are split only where they make up its amount
  const parts = amounts.some((one) => one?.attributes.get('Ccy') !== whole.currency)
    ? []
    : amounts.map((one, index) => amountOf(one, wayIn(details[index] ?? null)));
  if (sum(parts, whole.currency).minor === whole.minor && parts.length > 0)
    return details.map((one, index) => make(one, parts[index] ?? whole));
  return [
    together(
      details.map((one) => make(one, whole)),
      { ...make(null, whole), bankRef: textAt(entry, 'AcctSvcrRef') },
    ),
  ];
}

/** A statement has booked entries alone; a report of the day has others too, so that one without a state may be any. */
function stateOf(word: string | null, of: { isStatement: boolean; states: StateAnswers }): LineState | { unclear: string } {
  if (word === null && of.isStatement) return 'booked';
  return lineStateOf(word ?? '', of.states) ?? { unclear: word ?? '' };
}

type StatementMovements = Pick<Statement, 'entries' | 'leftOut'>;
function movementsIn(statement: XmlNode, account: string | null, states: StateAnswers): StatementMovements {
  const left = leftOutCounter();
  const isStatement = bare(statement.name) === 'Stmt';
  const entries = all(statement, 'Ntry').flatMap((entry, index) => {
    const word = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts', 'Prtry') ?? textAt(entry, 'Sts');
    const state = word === 'INFO' ? 'other' : stateOf(word, { isStatement, states });
    if (state === 'booked') return entriesOf(entry, index + 1);
    left.add(state);
    return [];
  });
  return { entries: namedEntries(account, entries), leftOut: left.counts() };
}

export function readCamt(text: string, states: StateAnswers): Statement[] {
  const root = readXml(text);
  if (all(root, 'BkToCstmrDbtCdtNtfctn').length > 0) throw unreadable('camt_054');
  const days = all(root, 'BkToCstmrStmt').flatMap((one) => all(one, 'Stmt'));
  const reports = all(root, 'BkToCstmrAcctRpt').flatMap((one) => all(one, 'Rpt'));
  if (days.length + reports.length === 0) throw unreadable('unknown_format');
  return [...days, ...reports].map((statement) => {
    const account = ibanIn(textAt(statement, 'Acct', 'Id', 'IBAN')) ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
    return {
      format: bare(statement.name) === 'Rpt' ? 'camt.052' : 'camt.053',
      account,
      from: dayAt(statement, 'FrToDt', 'FrDtTm'),
      to: dayAt(statement, 'FrToDt', 'ToDtTm'),
      opening: balance(statement, 'opening'),
      closing: balance(statement, 'closing'),
      ...movementsIn(statement, account, states),
    };
  });
}
