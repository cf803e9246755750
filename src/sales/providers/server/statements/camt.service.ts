/** Statements in camt.053 (ISO 20022), any of its versions: elements are known by their names. */
import { readXml, type XmlNode } from '@atrium/bbb/xml';
import { type Money, sum } from '#kit/money.ts';
import type { Statement } from '../../statements.rules.ts';
import { type BareEntry, exactAmount, ibanIn, namedEntries, said, unreadable } from './entry.service.ts';

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
const all = (node: XmlNode, name: string): XmlNode[] => node.children.filter((one) => bare(one.name) === name);
function at(node: XmlNode | null, ...path: string[]): XmlNode | null {
  return path.reduce<XmlNode | null>((from, name) => (from === null ? null : (all(from, name)[0] ?? null)), node);
}
const textAt = (node: XmlNode | null, ...path: string[]): string | null => said(at(node, ...path)?.text);
const dayAt = (node: XmlNode | null, ...path: string[]): string | null => {
  const found = at(node, ...path);
  const text = textAt(found, 'Dt') ?? textAt(found, 'DtTm') ?? said(found?.text);
  return text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null;
};

function amountOf(node: XmlNode | null, way: 'in' | 'out'): Money {
  if (node === null) throw unreadable('not_readable');
  return exactAmount(node.text, node.attributes.get('Ccy') ?? '', way);
}
const wayOf = (node: XmlNode): 'in' | 'out' => (textAt(node, 'CdtDbtInd') === 'DBIT' ? 'out' : 'in');

function balance(statement: XmlNode, codes: readonly string[]): Money | null {
  const found = codes.flatMap((code) => all(statement, 'Bal').filter((one) => textAt(one, 'Tp', 'CdOrPrtry', 'Cd') === code))[0];
  return found === undefined ? null : amountOf(at(found, 'Amt'), wayOf(found));
}

/** The other side: who paid what came in, who got what went out. Older versions have no `Pty` between. */
function other(details: XmlNode | null, way: 'in' | 'out'): { payerName: string | null; payerIban: string | null } {
  const party = way === 'in' ? 'Dbtr' : 'Cdtr';
  const parties = at(details, 'RltdPties');
  return {
    payerName: textAt(parties, party, 'Nm') ?? textAt(parties, party, 'Pty', 'Nm'),
    payerIban: ibanIn(textAt(parties, `${party}Acct`, 'Id', 'IBAN')),
  };
}

function textsOf(details: XmlNode | null): string[] {
  const about = at(details, 'RmtInf');
  if (about === null) return [];
  const free = all(about, 'Ustrd').map(({ text }) => said(text));
  const structured = all(about, 'Strd').map((one) => textAt(one, 'CdtrRefInf', 'Ref'));
  return [...structured, ...free].filter((text) => text !== null);
}

function entriesOf(entry: XmlNode): BareEntry[] {
  const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
  if (status !== null && status !== 'BOOK') return [];
  const way = wayOf(entry);
  const whole = amountOf(at(entry, 'Amt'), way);
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt');
  if (bookedOn === null) throw unreadable('not_readable');
  const shared = { bookedOn, valueOn: dayAt(entry, 'ValDt') };
  const details = all(entry, 'NtryDtls').flatMap((one) => all(one, 'TxDtls'));
  const make = (one: XmlNode | null, amount: Money): BareEntry => {
    const texts = textsOf(one);
    const extra = textAt(one, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf');
    return {
      ...shared,
      ...other(one, way),
      amount,
      bankRef: textAt(one, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef'),
      texts: texts.length === 0 && extra !== null ? [extra] : texts,
      endToEndId: textAt(one, 'Refs', 'EndToEndId'),
    };
  };
  const amounts = details.map((one) => at(one, 'AmtDtls', 'TxAmt', 'Amt') ?? at(one, 'Amt'));
  // several payments booked as one line are told apart only where they make up its amount
  if (details.length < 2 || amounts.some((one) => one?.attributes.get('Ccy') !== whole.currency))
    return [make(details[0] ?? null, whole)];
  const parts = amounts.map((one) => amountOf(one, way));
  if (sum(parts, whole.currency).minor !== whole.minor) return [make(details[0] ?? null, whole)];
  return details.map((one, index) => make(one, parts[index] ?? whole));
}

export function readCamt(text: string): Statement[] {
  const root = readXml(text);
  const found = all(root, 'BkToCstmrStmt').flatMap((one) => all(one, 'Stmt'));
  if (found.length === 0) throw unreadable('unknown_format');
  return found.map((statement) => {
    const account = ibanIn(textAt(statement, 'Acct', 'Id', 'IBAN')) ?? textAt(statement, 'Acct', 'Id', 'Othr', 'Id');
    const entries = namedEntries(account, all(statement, 'Ntry').flatMap(entriesOf));
    return {
      format: 'camt.053',
      account,
      from: dayAt(statement, 'FrToDt', 'FrDtTm'),
      to: dayAt(statement, 'FrToDt', 'ToDtTm'),
      opening: balance(statement, ['OPBD', 'PRCD']),
      closing: balance(statement, ['CLBD']),
      entries,
    };
  });
}
