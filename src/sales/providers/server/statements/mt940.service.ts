/** Statements in MT940, with the structured purposes of German banks (`?20…`) and of SEPA (`/EREF/…`). */
import type { Money } from '#kit/money.ts';
import type { Statement } from '../../statements.rules.ts';
import { type BareEntry, dayOf, exactAmount, ibanIn, namedEntries, said, unreadable } from './entry.service.ts';

type Field = { tag: string; text: string; line: number };

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const found = /^(?:\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(line);
    const last = fields.at(-1);
    if (found !== null) fields.push({ tag: found[1] ?? '', text: found[2] ?? '', line: index + 1 });
    else if (last !== undefined && !/^(-\}?|\{.*)?$/.test(line)) last.text += `\n${line}`;
  }
  return fields;
}

const century = (year: string): number => 2000 + Number(year);
const decimal = (text: string): string => text.replace(',', '.').replace(/\.$/, '');

function balance({ text, line }: Field): { on: string; amount: Money } {
  const [, mark, year = '', month, day, currency = '', amount = ''] =
    /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})(\d+,\d*)/.exec(text) ?? [];
  const on = dayOf(century(year), Number(month), Number(day));
  if (mark === undefined || on === null) throw unreadable('not_readable', line);
  return { on, amount: exactAmount(decimal(amount), currency, mark === 'D' ? 'out' : 'in') };
}

/** The booking day has no year: the one that is nearest to the value day. */
function bookingDay(valueOn: string, given: string | undefined): string | null {
  if (given === undefined) return valueOn;
  const [month, day] = [Number(given.slice(0, 2)), Number(given.slice(2))];
  const [year, valueMonth] = [Number(valueOn.slice(0, 4)), Number(valueOn.slice(5, 7))];
  const turn = valueMonth - month > 6 ? 1 : month - valueMonth > 6 ? -1 : 0;
  return dayOf(year + turn, month, day);
}

type Purpose = Pick<BareEntry, 'payerName' | 'payerIban' | 'texts' | 'endToEndId'>;

/** Between one of SEPA's words and the next: `EREF+… SVWZ+…`. Each begins a part; parts are lines here. */
function worded(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const parts = text.split(/(?:^|\s)(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/);
  for (let at = 1; at < parts.length; at += 2) found.set(parts[at] ?? '', (parts[at + 1] ?? '').replaceAll('\n', ''));
  return found;
}

function purposeOf(given: string): Purpose {
  const text = given.replaceAll('\n', '');
  if (/\?2\d/.test(text)) {
    const parts = [...text.matchAll(/\?(\d\d)([^?]*)/g)].map(([, code = '', part = '']) => [Number(code), part] as const);
    const within = (from: number, to: number) => parts.flatMap(([code, part]) => (code >= from && code <= to ? [part] : []));
    const joined = (from: number, to: number) => within(from, to).join('');
    const lines = [...within(20, 29), ...within(60, 63)];
    const free = lines.join('');
    const words = worded(lines.join('\n'));
    const wording = said(words.get('SVWZ') ?? (words.size === 0 ? free : null));
    return {
      payerName: said(joined(32, 33)),
      payerIban: ibanIn(said(joined(31, 31)) ?? said(words.get('IBAN'))),
      texts: wording === null ? [] : [wording],
      endToEndId: said(words.get('EREF')),
    };
  }
  const slashed = new Map(
    [...text.matchAll(/\/(EREF|NAME|REMI|IBAN|BENM|ORDP)\/(.*?)(?=\/[A-Z]{3,4}\/|$)/g)].map(([, name = '', part = '']) => [
      name,
      part,
    ]),
  );
  const wording = said(slashed.get('REMI') ?? (slashed.size === 0 ? given : null));
  return {
    payerName: said(slashed.get('NAME')),
    payerIban: ibanIn(said(slashed.get('IBAN'))),
    texts: wording === null ? [] : [wording],
    endToEndId: said(slashed.get('EREF')),
  };
}

const movement = /^(\d\d)(\d\d)(\d\d)(\d{4})?(R?[CD])[A-Z]?(\d+,\d*)[A-Z][A-Z0-9]{3}(.*?)(?:\/\/(.*))?$/;
function entryOf({ text, line }: Field, currency: string, purpose: string): BareEntry {
  const first = text.split('\n')[0] ?? '';
  const [, year = '', month, day, booked, mark, amount = '', owner, bank] = movement.exec(first) ?? [];
  const valueOn = dayOf(century(year), Number(month), Number(day));
  const bookedOn = valueOn === null ? null : bookingDay(valueOn, booked);
  if (mark === undefined || bookedOn === null) throw unreadable('not_readable', line);
  // a credit that is taken back went out
  const way = mark === 'D' || mark === 'RC' ? 'out' : 'in';
  return {
    bankRef: said(bank) ?? said(owner),
    bookedOn,
    valueOn,
    amount: exactAmount(decimal(amount), currency, way),
    ...purposeOf(purpose),
  };
}

function statementOf(fields: readonly Field[]): Statement {
  const opened = fields.find(({ tag }) => tag === '60F' || tag === '60M');
  const closed = fields.find(({ tag }) => tag === '62F' || tag === '62M');
  if (opened === undefined || closed === undefined) throw unreadable('not_readable', fields.at(-1)?.line ?? null);
  const [opening, closing] = [balance(opened), balance(closed)];
  const given = said(fields.find(({ tag }) => tag === '25')?.text);
  const account = ibanIn(given?.split('/')[0]?.replace(/[A-Z]{3}$/, '') ?? null) ?? given;
  const entries = fields.flatMap((field, at) => {
    if (field.tag !== '61') return [];
    const next = fields[at + 1];
    return [entryOf(field, opening.amount.currency, next?.tag === '86' ? next.text : '')];
  });
  return {
    format: 'MT940',
    account,
    from: opening.on,
    to: closing.on,
    opening: opening.amount,
    closing: closing.amount,
    entries: namedEntries(account, entries),
  };
}

export function readMt940(text: string): Statement[] {
  const groups: Field[][] = [];
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') groups.push([]);
    groups.at(-1)?.push(field);
  }
  if (groups.length === 0) throw unreadable('unknown_format');
  return groups.map(statementOf);
}
