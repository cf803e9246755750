/** Takes a mail apart. Runs in the sandbox: anybody who knows an address of ours writes what is read here. */
import { type Attachment, type ParsedMail, simpleParser } from 'mailparser';
import { type DeliveryReport, readDeliveryReport } from '../delivery-report.rules.ts';
import { inboundLimits, type InboundKind } from '../inbound.rules.ts';
import { storableText, withoutQuotes } from '../letter-text.rules.ts';
import type { MailHeader } from '../mail-headers.rules.ts';
import { textOfHtml } from './html-words.service.ts';
import type { LeftOutPart } from './inbound.events.ts';

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

const isCalendar = ({ contentType, filename }: Attachment): boolean =>
  /^(?:text\/calendar|application\/ics)$/i.test(contentType) || /\.ics$/i.test(filename ?? '');
const isStatus = ({ contentType }: Attachment): boolean => /^message\/(?:global-)?delivery-status$/i.test(contentType);
/** Calendar files are UTF-8 (RFC 5545 §3.1.4); older programs write another encoding. */
function wordsOfCalendar({ content }: Attachment): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
}
/** An answer to an invitation (RFC 5546), which is read and not kept as a file. */
const isAnswer = (calendar: string): boolean => /^METHOD:(?:REPLY|COUNTER|REFRESH|DECLINECOUNTER)\s{0,10}$/im.test(calendar);

/** Of as much as is passed on. */
const letters = (text: string): number => text.slice(0, inboundLimits.text).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
type MailWords = { written: string /** Of the HTML, with marks where pictures stand. */; marked: string };
/** The text part when it says at least half of what the HTML says: programs leave it blank, or write in it that there is HTML. */
function wordsOf(mail: ParsedMail): MailWords {
  const plain = (mail.text ?? '').replace(/\r\n?/g, '\n');
  const marked = typeof mail.html === 'string' ? textOfHtml(mail.html) : '';
  const written = letters(plain) * 2 >= letters(marked) && letters(plain) > 0 ? plain : marked || plain;
  return { written, marked };
}
const withoutMarks = (text: string): string => text.replace(/\[cid:[^[\]\s]{1,300}\]/gi, '').trim();

const nameOf = (one: Attachment, mail: ParsedMail): string => {
  if (one.filename !== undefined && one.filename.trim() !== '') return storableText(one.filename, 300);
  if (/^message\/rfc822$/i.test(one.contentType)) return storableText(`${mail.subject ?? 'mail'}.eml`, 300);
  const [kind = '', form = ''] = one.contentType.toLowerCase().split('/');
  if (isCalendar(one)) return 'invite.ics';
  return kind === 'image' && /^[a-z]{2,5}$/.test(form) ? `picture.${form}` : 'file';
};

/** A picture that only a quotation shows is of a mail that we have: `shown` are the marks of what its writer wrote. */
function isTaken(one: Attachment, { shown, marked }: { shown: string; marked: string }): boolean {
  const mark = `[cid:${one.cid ?? ''}]`;
  return one.related !== true || shown.includes(mark) || !marked.includes(mark);
}

function filesOf(mail: ParsedMail, kind: InboundKind, words: MailWords & { shown: string }): Pick<ReadMail, 'files' | 'leftOut'> {
  const taken = mail.attachments.filter((one) => {
    if (isCalendar(one)) return kind === 'support' || !isAnswer(wordsOfCalendar(one));
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

const nothing = { text: '', wholeText: '', calendar: null, files: [], leftOut: [] };
function letterParts(
  mail: ParsedMail,
  { kind, ours }: ReadMailRequest,
): Omit<ReadMail, 'from' | 'subject' | 'messageId' | 'references' | 'report'> {
  if (kind !== 'reply' && kind !== 'support') return nothing;
  const words = wordsOf(mail);
  const context = { subject: mail.subject ?? '', ours };
  // a first mail may show values, a log or lines with `>` of its own
  const isReply = kind === 'reply' || mail.inReplyTo !== undefined || (mail.references?.length ?? 0) > 0;
  const own = (text: string) => (isReply ? withoutQuotes(text, context) : text);
  const written = storableText(words.written, inboundLimits.text);
  const calendars = mail.attachments.filter(isCalendar).map(wordsOfCalendar);
  const calendar = calendars.find(isAnswer) ?? calendars[0];
  return {
    text: withoutMarks(own(written)),
    wholeText: withoutMarks(written),
    calendar: calendar === undefined ? null : storableText(calendar, inboundLimits.text),
    ...filesOf(mail, kind, { ...words, shown: `${own(words.marked)}\n${own(written)}` }),
  };
}

const textOf = (value: string | readonly string[] | undefined): string =>
  typeof value === 'string' ? value : (value?.join(' ') ?? '');

function reportIn(mail: ParsedMail, headers: readonly MailHeader[]): DeliveryReport | null {
  const html = typeof mail.html === 'string' ? textOfHtml(mail.html) : '';
  return readDeliveryReport({
    headers,
    subject: mail.subject ?? '',
    text: `${(mail.text ?? '').replace(/\r\n?/g, '\n')}\n${html}`,
    statusParts: mail.attachments.filter(isStatus).map(({ content }) => content.toString()),
  });
}

export async function isolated(request: ReadMailRequest): Promise<ReadMail> {
  const { raw, kind, headers } = request;
  const mail = await simpleParser(Buffer.from(raw), {
    ...{ skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true },
    ...{ keepDeliveryStatus: true, checksumAlgo: false },
  });
  const from = mail.from?.value[0];
  const address = storableText(from?.address ?? '', 320)
    .trim()
    .toLowerCase();
  return {
    from: /^[^\s@]+@[^\s@]+$/.test(address) ? { address, name: storableText(from?.name ?? '', 1_000) } : null,
    subject: storableText(mail.subject ?? '', 1_000),
    messageId: mail.messageId === undefined ? null : storableText(mail.messageId, 1_000),
    references: storableText(`${textOf(mail.references)} ${textOf(mail.inReplyTo)}`.trim(), 10_000),
    ...letterParts(mail, request),
    report: kind === 'bounce' ? reportIn(mail, headers) : null,
  };
}
