/** What somebody wrote in a mail, without what they answered to. Nothing here goes over a text twice, however long a line is. */

/** As a database takes it: without NUL and halves of letters, at most that long. */
export const storableText = (text: string, most: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

const wordSet = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));
/** Words of the heads that programs quote, in the languages that mail programs speak. */
const subjectWords = wordSet(
  'subject betreff objet asunto assunto тема konu subjek perihal 件名 主题 主題 الموضوع विषय موضوع',
  'oggetto onderwerp temat ämne emne předmět aihe tárgy θέμα 제목',
);
const headWords = new Set([
  ...subjectWords,
  ...wordSet(
    'from von de da от gönderen kimden dari pengirim 差出人 送信者 发件人 寄件者 من प्रेषक منجانب van od från fra lähettäjä feladó από 보낸 від',
    'sent gesendet envoyé enviado enviada fecha date datum data отправлено дата gönderildi tarih dikirim tanggal 送信日時 日時 发送时间 日期',
    'inviato verzonden wysłano skickat sendt odesláno lähetetty elküldve στάλθηκε надіслано dato päivä',
    'to an à a para кому kime alıcı kepada 宛先 收件人 إلى को प्रति بنام التاريخ تاريخ भेजा दिनांक بھیجا aan do till til komu vastaanottaja címzett προς 받는',
    'cc kopie копия kopia',
  ),
]);
/** Longest line that may be one of a head; addresses of many recipients make them long. */
const HEAD_LINE = 2_000;
const headForm = /^\*?(\p{L}[\p{L}\p{M}]{0,20})(?: [\p{L}\p{M}]{1,20}){0,2}\*?[ \u00A0]?[:\uFF1A]/u;
const isBlank = (line: string | undefined): boolean => (line ?? '').trim() === '';
/** What an answer answers to: its own subject, and parts of our own addresses. */
export type AnswerContext = { subject: string; ours: readonly string[] };
/** "Re: AW: [#1010]  Echo" is "echo". */
function coreOf(subject: string): string {
  let rest = subject.slice(0, HEAD_LINE).toLowerCase().split(/\s+/).join(' ').trim();
  for (let again = true; again; ) {
    const next = rest.replace(/^(?:[\p{L}\p{M}]{1,12}(?:\[\d{1,4}\])? ?[:\uFF1A]|\[[^\]]{1,40}\]) ?/u, '');
    again = next !== rest && next !== '';
    if (again) rest = next;
  }
  return rest;
}
/** `core`: of the subject of the answer. */
type QuotableText = { core: string; ours: readonly string[] };
/** `isOurs`: it has the subject of the answer, or an address of ours. */
type HeadLine = { word: string; isOurs: boolean };
/** Null: it begins with no word of a head. */
function headLineOf(line: string, { core, ours }: QuotableText): HeadLine | null {
  const [start, given = ''] = headForm.exec(line.slice(0, HEAD_LINE)) ?? [];
  const word = given.toLowerCase();
  if (start === undefined || !headWords.has(word)) return null;
  const value = line.slice(start.length, HEAD_LINE).replaceAll('*', ' ').trim().toLowerCase();
  if (value === '') return null;
  return { word, isOurs: (subjectWords.has(word) && coreOf(value) === core) || ours.some((part) => value.includes(part)) };
}
/** Each line once, with what it says as one of a head. */
type MailLine = { text: string; head: HeadLine | null };
/** Most lines of a head that are looked at. */
const HEAD_LINES = 12;
function headAt(lines: readonly MailLine[], at: number): HeadLine[] {
  const near = lines.slice(at, at + HEAD_LINES);
  const end = near.findIndex(({ text }) => isBlank(text));
  return near.slice(0, end === -1 ? HEAD_LINES : end).flatMap(({ head }) => (head === null ? [] : [head]));
}

/** Headers of another mail that somebody shows us are their words: a quotation has our subject or our address in its head. */
function isQuotedHead(lines: readonly MailLine[], at: number): boolean {
  if (at === 0 || lines[at]?.head == null) return false;
  const head = headAt(lines, at);
  return head.some(({ isOurs }) => isOurs) && new Set(head.map(({ word }) => word)).size >= 3;
}

/** What stands between dashes above a mail that is quoted or passed on. */
const dashedWords =
  /original|forwarded|ursprüngliche|weitergeleitete|origine|transféré|reenviado|encaminhada|исходное|пересылаем|orijinal|özgün|yönlendirilen|pesan asli|diteruskan|元のメッセージ|転送|原始邮件|转发|الأصلية|توجيهها|मूल संदेश|अग्रेषित|اصل پیغام|originale|inoltrato|oorspronkelijk|doorgestuurd/i;
const dashedKind =
  /message|nachricht|appointment|mensaje|mensagem|сообщени|письмо|mesaj|ileti|pesan|メッセージ|邮件|رسالة|संदेश|پیغام|messaggio|bericht/i;
function isDashed(line: string): boolean {
  const words = line.trim();
  if (words.length > 200 || !words.startsWith('---') || !words.endsWith('---')) return false;
  const between = words.replaceAll('-', '').trim();
  return dashedWords.test(between) && dashedKind.test(between);
}
const isUnderscored = (line: string): boolean => {
  const rule = line.trimEnd();
  return rule.length >= 10 && rule.length <= 200 && rule === '_'.repeat(rule.length);
};
/** Lines that programs put between an answer and the mail that it answers. */
function isSeparator(lines: readonly MailLine[], at: number): boolean {
  const line = lines[at]?.text ?? '';
  const dashed = isDashed(line);
  if (!dashed && !isUnderscored(line)) return false;
  const next = lines.slice(at + 1, at + 3).findIndex(({ text }) => !isBlank(text));
  const head = next === -1 ? [] : headAt(lines, at + 1 + next);
  if (head.length === 0) return dashed;
  // a mail of others that is passed on is what its writer wants to show
  return head.some(({ isOurs }) => isOurs) || !head.some(({ word }) => subjectWords.has(word));
}

const dateForm = /\p{Nd}{4}|\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-]\p{Nd}{2}/u;
/** "On Monday … wrote:" in whatever language, over up to three lines, with a date or an address; "It says:" is of the writer. */
function dropIntroduction(kept: string[]): void {
  while (kept.length > 0 && isBlank(kept.at(-1))) kept.pop();
  const last = kept.at(-1)?.trimEnd() ?? '';
  if (!/[:\uFF1A]$/.test(last)) return;
  const near = kept.slice(-3).reverse();
  const end = near.findIndex(isBlank);
  const start = near.slice(0, end === -1 ? 3 : end).findIndex((line) => dateForm.test(line));
  const isParagraph = start === 0 || isBlank(kept.at(-start - 2));
  if (start !== -1 && isParagraph) kept.splice(-start - 1);
  else if (last.includes('@')) kept.pop();
}
/** From the line that begins a signature to the next blank one: what is written below it is a postscript. */
function withoutSignature(lines: readonly string[]): readonly string[] {
  // people part their own words with `--`, and only programs leave a blank behind it (RFC 3676 §4.3)
  const start = lines.indexOf('-- ');
  if (start === -1) return lines;
  const end = lines.findIndex((line, at) => at > start && isBlank(line));
  return end === -1 ? lines.slice(0, start) : [...lines.slice(0, start), ...lines.slice(end)];
}

/** For answers: without quoted lines, the line that introduces them, and the mail quoted behind a separator. What is left of nothing is the whole. */
export function withoutQuotes(text: string, context: AnswerContext): string {
  const all = text.replace(/\r\n?/g, '\n').split('\n');
  const quotable = { core: coreOf(context.subject), ours: context.ours };
  const lines = all.map((line) => ({ text: line, head: headLineOf(line, quotable) }));
  const end = lines.findIndex((_line, at) => isSeparator(lines, at) || isQuotedHead(lines, at));
  const kept: string[] = [];
  let isQuoted = false;
  for (const line of end === -1 ? all : all.slice(0, end)) {
    const isQuote = line.trimStart().startsWith('>');
    // what stands above a further quotation answers the one before
    if (isQuote && !isQuoted) dropIntroduction(kept);
    if (!isQuote) kept.push(line);
    isQuoted ||= isQuote;
  }
  const own = withoutSignature(kept).join('\n').trim();
  return own === '' ? text.trim() : own;
}
