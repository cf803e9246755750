/** What became of a mail: delivery status notifications (RFC 3464), and what mail servers write in plain words. */
import { bounceOfStatus, type MailBounce, statusIn } from '#core/outbox/outbox.rules.ts';
import { isAbsenceSubject, isOfMailServer } from './automatic.rules.ts';
import { headerOf, type MailHeader, readMailHeaders } from './mail-headers.rules.ts';

export type DeliveryReport = { action: string; status: string; diagnostic: string };
/** `statusParts`: the parts `message/delivery-status` of a mail, wherever they are in it. `feedback`: its part `message/feedback-report`. */
export type DeliveryNotice = {
  headers: readonly MailHeader[];
  subject: string;
  text: string;
  statusParts: readonly string[];
  feedback?: string | null;
};

/** The part `message/delivery-status`: the group of the recipient, a failed one first. Null: there is none. */
export function readDeliveryStatus(text: string): DeliveryReport | null {
  const groups = text.split(/(?:\r?\n){2,}/).map(readMailHeaders);
  const recipients = groups.filter((fields) =>
    ['final-recipient', 'original-recipient'].some((name) => headerOf(fields, name) !== undefined),
  );
  const actionOf = (fields: readonly MailHeader[]) => /^\w+/.exec(headerOf(fields, 'action') ?? '')?.[0].toLowerCase() ?? '';
  const told = recipients.filter((fields) => actionOf(fields) !== '');
  const group = told.find((fields) => actionOf(fields) === 'failed') ?? told[0];
  if (group === undefined) return null;
  const diagnostic = (headerOf(group, 'diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  return { action: actionOf(group), status: statusOf(headerOf(group, 'status') ?? '', diagnostic), diagnostic };
}

const isVague = (status: string): boolean => /^[45]\.(0\.0|3\.0|5\.0)$/.test(status);
/** Some servers write 5.0.0 whatever it was, and the reason in words. */
function statusOf(field: string, diagnostic: string): string {
  const given = statusIn(field);
  if (given !== null && !isVague(given)) return given;
  return statusInWords(diagnostic) ?? given ?? '4.0.0';
}

const replyCode = /(?<![\d.])(4(?:21|5\d)|5(?:0[0-4]|[1-5]\d|71))(?![\d.])/;
const fullWords =
  /quota|mailbox (?:is |size )?(?:full|exceed)|exceed\w{0,3} (?:storage|size|limit)|over ?limit|insufficient (?:system )?storage|disk full|too large|\bvoll\b|\bpleine\b|\bllen[oa]\b|переполнен|已满|いっぱい/i;
const policyWords =
  /\bspam\b|black-?list|block-?list|\bpolicy\b|reputation|\bdmarc\b|\bspf\b|greylist|reverse dns|\bptr\b|\brdns\b|blocked|banned|denied|relay|rejected by this system|sender (?:address|domain)|unverif|sending (?:mail|ip)/i;
/** The status that a mail server says in its words. Null: it says none. */
function statusInWords(words: string): string | null {
  const enhanced = statusIn(words);
  if (enhanced !== null && !enhanced.startsWith('2') && !isVague(enhanced)) return enhanced;
  const code = replyCode.exec(words)?.[1] ?? (enhanced?.startsWith('2') === false ? enhanced : null);
  if (code === null || code === undefined) return null;
  const kind = code.charAt(0);
  if (fullWords.test(words)) return `${kind}.2.2`;
  if (policyWords.test(words)) return `${kind}.7.1`;
  return `${kind}.0.0`;
}

/** Lines below which a report repeats the mail that it is about. */
const copyHeading =
  /^(?:(?:received|return-path|dkim-signature|message-id|x-received) ?:|(?:original )?message (?:headers )?follows?|below is a copy)/i;
const ruledLine = /^[-*=_]{2}/;
const copyWords = /copy|original|header|below this line|returned|undelivered|message text|message follow/i;
const beginsCopy = (line: string): boolean => copyHeading.test(line) || (ruledLine.test(line) && copyWords.test(line));
function ownWords(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split('\n')
    .map((line) => line.trim());
  const end = lines.findIndex((line, at) => at > 0 && beginsCopy(line.slice(0, 200)));
  return (end === -1 ? lines : lines.slice(0, end)).join('\n');
}
const failureWords = new RegExp(
  [
    'undeliver|non-?deliver|not yet been delivered|^warning: (?:message|could not)|failure notice|returned (?:mail|message|e-?mail|to sender)|mail (?:system )?error|mail failure',
    'delivery (?:status|report|fail|error|problem|has failed|to the following)|mail delivery|delivering your mail|attempting to deliver',
    "(?:could|can|was|were|has) ?(?:not|n't|n’t) (?:be |been |able to (?:be )?)?(?:deliver|sen[dt]|reach)|cannot (?:be )?deliver|unable to (?:deliver|send)|(?:wasn't|weren't|not) able to deliver",
    "did(?: not|n't) reach|permanent(?:ly)? (?:error|fail)|permanent fatal|fatal error|could not be reached|message (?:was )?(?:rejected|bounced)",
    'unzustellbar|nicht zugestellt|non remis|no se (?:ha podido|pudo) entregar|не может быть доставлено|配信できません|配信不能|送信できません|ユーザーが見つかりません',
  ].join('|'),
  'i',
);
const delayWords = /\bdelay|not yet been|(?:still|keep) (?:be )?try|will (?:be |keep )?(?:retr|try)|^warning/i;
const permanentWords = /permanent|given up|giving up|not going to try|fatal/i;
const recipientWord = /user|account|recipient|mailbox|address|name/i;
const isUnknown = /unknown|not (?:found|exist|recogni|listed|known|have)|does ?n[o']t|invalid|unavailable|disabled/i;
const unknownRecipient =
  /(?:unknown|no such|invalid|unrouteable|nonexistent) (?:local )?(?:user|address|recipient|mailbox|account|name|alias)|no mailbox here|doesn't have an? /i;
/** A sentence that says of a recipient that it is not known. */
const saysUnknown = (text: string): boolean =>
  unknownRecipient.test(text) ||
  text.split(/\.\s|\n/).some((sentence) => {
    const at = sentence.search(recipientWord);
    return at !== -1 && isUnknown.test(sentence.slice(at));
  });
const answerSubject = /^(?:re|aw|sv|vs|antw|rif|odp|ynt|отв|回复|答复|返信) ?[:：]/i;
const successWords = /\(success\)|successful (?:mail )?delivery|(?:was|been) successfully (?:delivered|relayed)/i;
/** A report in words. Null: it is none, as the note of somebody who is away. */
function readWords({ headers, subject, text }: DeliveryNotice): DeliveryReport | null {
  const words = ownWords(text);
  const isFailed = headerOf(headers, 'x-failed-recipients') !== undefined;
  const isOfServer = isFailed || isOfMailServer(headers);
  const about = subject.replace(answerSubject, '');
  if (isAbsenceSubject(about.trim()) || successWords.test(`${subject}\n${words.slice(0, 2_000)}`)) return null;
  // people answer to reports, and quote them
  if (about !== subject && !isOfServer) return null;
  // in whatever language it explains it, a mail server names the code of the other one
  const isReport =
    isFailed || failureWords.test(subject) || failureWords.test(words) || (isOfServer && statusInWords(words) !== null);
  if (!isReport) return null;
  const said = words.split('\n').find((line) => statusInWords(line) !== null) ?? '';
  const near = said === '' ? words : said;
  const known = statusInWords(said === '' ? '' : words) ?? (saysUnknown(words) ? '5.1.1' : null);
  const isDelayed = delayWords.test(`${subject}\n${words}`) && !permanentWords.test(words) && known?.startsWith('5') !== true;
  // what names no reason is no reason to give an address up
  return { action: isDelayed ? 'delayed' : 'failed', status: known ?? '4.0.0', diagnostic: near.slice(0, 1_000) };
}

/** Its recipient calls our mail unwanted (RFC 5965); all other types are about something else. */
function readComplaint(feedback: string): DeliveryReport | null {
  const type = headerOf(readMailHeaders(feedback), 'feedback-type')?.toLowerCase() ?? '';
  return ['abuse', 'fraud', 'opt-out'].includes(type) ? { action: 'complaint', status: '5.7.1', diagnostic: type } : null;
}

/** Null: the mail reports nothing about a delivery. */
export function readDeliveryReport(notice: DeliveryNotice): DeliveryReport | null {
  if (notice.feedback != null) return readComplaint(notice.feedback);
  for (const part of notice.statusParts) {
    const report = readDeliveryStatus(part);
    if (report !== null) return report;
  }
  const isAboutReading = /report-type="?disposition-notification/i.test(headerOf(notice.headers, 'content-type') ?? '');
  return isAboutReading ? null : readWords(notice);
}

/** Null: the mail is still on its way, or arrived. */
export function bounceOf({ action, status }: DeliveryReport): MailBounce | null {
  if (action === 'complaint') return 'complaint';
  return action === 'failed' ? bounceOfStatus(status) : null;
}
