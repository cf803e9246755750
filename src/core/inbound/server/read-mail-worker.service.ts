/** Takes a mail apart. Runs in the sandbox: anybody who knows an address of ours writes what is read here. */
import { type DeliveryReport, readDeliveryReport } from '../delivery-report.rules.ts';
import { type InboundKind, inboundLimits, isCalendarAnswer } from '../inbound.rules.ts';
import { storableText, withoutQuotes } from '../letter-text.rules.ts';
import type { MailHeader } from '../mail-headers.rules.ts';
import { mostHtml, picturesInHtml, textOfHtml } from './html-words.service.ts';
import { type LeftOutPart, unreadableMail } from './inbound.events.ts';
import { type MailPart, type ParsedMail, parameterOf, parseMail } from './parse-mail.service.ts';

/** `headers`: those of `raw`. `ours`: parts of addresses by which a quotation of our mail is known. */
export type ReadMailRequest = { raw: Uint8Array; kind: InboundKind; headers: MailHeader[]; ours: string[] };
export type MailFile = { name: string; content: Uint8Array };
export type ReadMail = {
  from: { address: string; name: string } | null;
  subject: string;
  messageId: string | null;
  references: string;
  text: string;
  wholeText: string;
  calendar: string | null;
  files: MailFile[];
  leftOut: LeftOutPart[];
  /** Of a bounce. */
  report: DeliveryReport | null;
};

const isCalendar = ({ contentType, filename }: MailPart): boolean =>
  /^(?:text\/calendar|application\/ics)$/i.test(contentType) || /\.ics$/i.test(filename ?? '');
const isStatus = ({ contentType }: MailPart): boolean => /^message\/(?:global-)?delivery-status$/i.test(contentType);
const isMail = ({ contentType }: MailPart): boolean => /^message\/(?:rfc822|global)$/i.test(contentType);
/** Calendar files are UTF-8 (RFC 5545 §3.1.4); older programs write another encoding. Some say the method beside the file alone (RFC 6047 §2.4). */
function wordsOfCalendar(part: MailPart): string {
  const [words, method] = [decodedText(part.content), parameterOf(part, 'method')];
  if (method === undefined || /^METHOD:/im.test(words)) return words;
  return words.replace(/^BEGIN:VCALENDAR/im, `$&\r\nMETHOD:${method.replace(/\W/g, '')}`);
}
function decodedText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}

/** Of as much as is passed on. */
const letters = (text: string): number => text.slice(0, inboundLimits.text).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
type MailWords = { written: string /** Of the HTML, with marks where pictures stand. */; marked: string };
/** The text part when it says at least half of what the HTML says: programs leave it blank, or write in it that there is HTML. */
function wordsOf({ text, html, words }: ParsedMail): MailWords {
  const marked = textOfHtml(html);
  const isWhole = words === 'either' && letters(text) * 2 >= letters(marked) && letters(text) > 0;
  return { written: isWhole ? text : marked || text, marked };
}
const withoutMarks = (text: string): string => text.replace(/\[cid:[^[\]\s]{1,300}\]/gi, '').trim();

const nameOf = (one: MailPart, mail: ParsedMail): string => {
  if (one.filename !== undefined && one.filename.trim() !== '') return storableText(one.filename, 300);
  if (isMail(one)) return storableText(`${mail.subject || 'mail'}.eml`, 300);
  const [kind = '', form = ''] = one.contentType.toLowerCase().split('/');
  if (isCalendar(one)) return 'invite.ics';
  return kind === 'image' && /^[a-z]{2,5}$/.test(form) ? `picture.${form}` : 'file';
};

/** A picture that only a quotation shows is of a mail that we have: `shown` are the marks of what its writer wrote. */
function isTaken(one: MailPart, { shown, marked }: { shown: string; marked: string }): boolean {
  const mark = `[cid:${one.cid ?? ''}]`;
  return one.related !== true || shown.includes(mark) || !marked.includes(mark);
}

function filesOf(mail: ParsedMail, kind: InboundKind, words: MailWords & { shown: string }): Pick<ReadMail, 'files' | 'leftOut'> {
  const taken = mail.parts.filter((one) => {
    if (isCalendar(one)) return kind === 'support' || !isCalendarAnswer(wordsOfCalendar(one));
    return isTaken(one, words);
  });
  // what somebody attached comes before what their text shows
  const ordered = [...taken.filter((one) => one.related !== true), ...taken.filter((one) => one.related === true)];
  const files = ordered.map((one) => ({ name: nameOf(one, mail), content: one.content }));
  if (words.written.length > inboundLimits.text)
    files.push({ name: 'text.txt', content: Buffer.from(words.written.toWellFormed()) });
  return {
    files: files.slice(0, inboundLimits.files),
    leftOut: files.slice(inboundLimits.files).map(({ name }) => ({ name, why: 'too_many' as const })),
  };
}

/** It has a body and no part of it was found, more HTML than is read, or letters in no known encoding. */
function isDamaged({ text, html, parts }: ParsedMail, raw: Uint8Array): boolean {
  if (text !== '' || html !== '' || parts.length > 0) return html.length > mostHtml || `${text}${html}`.includes('\uFFFD');
  const whole = Buffer.from(raw).toString('latin1');
  const body = whole.search(/\n\r?\n/);
  return body !== -1 && whole.slice(body).trim() !== '';
}

const nothing = { text: '', wholeText: '', calendar: null, files: [], leftOut: [] };
function letterParts(
  mail: ParsedMail,
  { kind, ours, raw }: ReadMailRequest,
): Omit<ReadMail, 'from' | 'subject' | 'messageId' | 'references' | 'report'> {
  if (kind !== 'reply' && kind !== 'support') return nothing;
  const words = wordsOf(mail);
  const context = { subject: mail.subject, ours };
  // a first mail may show values, a log or lines with `>` of its own
  const isReply = kind === 'reply' || mail.references.length > 0;
  const own = (text: string) => (isReply ? withoutQuotes(text, context) : text);
  const written = storableText(words.written, inboundLimits.text);
  const calendars = mail.parts.filter(isCalendar).map(wordsOfCalendar);
  const calendar = calendars.find(isCalendarAnswer) ?? calendars[0];
  const { files, leftOut } = filesOf(mail, kind, { ...words, shown: `${own(words.marked)}\n${own(written)}` });
  return {
    text: withoutMarks(own(written)),
    wholeText: withoutMarks(written),
    calendar: calendar === undefined ? null : storableText(calendar, inboundLimits.text),
    files,
    leftOut: isDamaged(mail, raw) ? [...leftOut, unreadableMail] : leftOut,
  };
}

async function reportIn(mail: ParsedMail, headers: readonly MailHeader[]): Promise<DeliveryReport | null> {
  const statusParts = mail.parts.filter(isStatus);
  // gateways pass a report on as a file
  if (statusParts.length === 0)
    for (const { content } of mail.parts.filter(isMail)) statusParts.push(...(await parseMail(content)).parts.filter(isStatus));
  return readDeliveryReport({
    headers,
    subject: mail.subject,
    text: `${mail.text}\n${textOfHtml(mail.html)}`,
    statusParts: statusParts.map(({ content }) => content.toString()),
    feedback: mail.parts.find(({ contentType }) => /^message\/feedback-report$/i.test(contentType))?.content.toString() ?? null,
  });
}

export async function isolated(request: ReadMailRequest): Promise<ReadMail> {
  const { raw, kind, headers } = request;
  const parsed = await parseMail(Buffer.from(raw));
  const { html, pictures } = picturesInHtml(parsed.html);
  const mail = { ...parsed, html, parts: [...parsed.parts, ...pictures] };
  const [from] = mail.senders;
  return {
    from: from === undefined ? null : { address: storableText(from.address, 320), name: storableText(from.name, 1_000) },
    subject: storableText(mail.subject, 1_000),
    messageId: mail.messageId === null ? null : storableText(mail.messageId, 1_000),
    references: storableText(mail.references.join(' '), 10_000),
    ...letterParts(mail, request),
    report: kind === 'bounce' ? await reportIn(mail, headers) : null,
  };
}
