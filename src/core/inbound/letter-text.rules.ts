/** What somebody wrote in a mail, without what they answered to. */

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** Of a mail that has no other words than HTML; what comes out is text, whatever was in it. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, 1_000_000)
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/<blockquote\b[^>]*>/gi, '\n> ')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d|\/blockquote)\b[^>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(\d{1,7});/g, (_all, code: string) => {
      const point = Number(code);
      return point > 31 && point <= 0x10ffff ? String.fromCodePoint(point) : ' ';
    })
    .replace(/&(\w+);/g, (all, name: string) => entities[name.toLowerCase()] ?? all)
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** As a database takes it: without NUL and halves of letters, at most that long. */
export const storableText = (text: string, most: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** Words of the heads that programs quote, in the languages that mail programs speak. */
const headWords = new Set(
  [
    'from von de da от gönderen kimden dari pengirim 差出人 送信者 发件人 寄件者 من प्रेषक منجانب',
    'sent gesendet envoyé enviado enviada fecha date datum data отправлено дата gönderildi tarih dikirim tanggal 送信日時 日時 发送时间 日期',
    'to an à a para кому kime alıcı kepada 宛先 收件人 إلى को प्रति بنام التاريخ تاريخ भेजा दिनांक بھیجا',
    'subject betreff objet asunto assunto тема konu subjek perihal 件名 主题 主題 الموضوع विषय موضوع cc kopie копия',
  ].flatMap((line) => line.split(' ')),
);
const header = /^\*?(\p{L}[\p{L}\p{M}]{0,20})(?: [\p{L}\p{M}]{1,20}){0,2}\*?\s?[:\uFF1A]\*?\s*\S/u;
const isHeadLine = (line: string): boolean => headWords.has(header.exec(line)?.[1]?.toLowerCase() ?? '');
/** Lines of headers, one below the other, with an address or a year, are a mail that is quoted as a whole. */
function isQuotedHead(lines: readonly string[], at: number): boolean {
  if (at === 0 || (lines[at - 1] ?? '').trim() !== '' || !isHeadLine(lines[at] ?? '')) return false;
  const head = lines.slice(at, at + 4);
  const [all, known] = [head.filter((line) => header.test(line)), head.filter(isHeadLine)];
  return all.length === 4 && known.length >= 3 && head.some((line) => /\S@\S|\b20\d\d\b/.test(line));
}
/** What stands between dashes above a mail that is quoted or passed on. */
const dashed = /^-{3,}\s*([^-\n]{4,60}?)\s*-{3,}\s*$/;
const dashedWords =
  /original|forwarded|ursprüngliche|weitergeleitete|origine|transféré|reenviado|encaminhada|исходное|пересылаем|orijinal|özgün|yönlendirilen|pesan asli|diteruskan|元のメッセージ|転送|原始邮件|转发|الأصلية|توجيهها|मूल संदेश|अग्रेषित|اصل پیغام/i;
const dashedKind =
  /message|nachricht|appointment|mensaje|mensagem|сообщени|письмо|mesaj|ileti|pesan|メッセージ|邮件|رسالة|संदेश|پیغام/i;
/** Lines that programs put between an answer and the mail that it answers. */
function isSeparator(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  const words = dashed.exec(line)?.[1];
  if (words !== undefined) return dashedWords.test(words) && dashedKind.test(words);
  return /^_{10,}\s*$/.test(line) && isHeadLine(lines.slice(at + 1, at + 3).find((one) => one.trim() !== '') ?? '');
}

/** For answers: without quoted lines, the line that introduces them, and everything behind a separator. What is left of nothing is the whole. */
export function withoutQuotes(text: string): string {
  const all = text.replace(/\r\n?/g, '\n').split('\n');
  const end = all.findIndex((_line, at) => isSeparator(all, at) || isQuotedHead(all, at));
  const lines = end === -1 ? all : all.slice(0, end);
  const kept: string[] = [];
  for (const line of lines) {
    if (!/^\s*>/.test(line)) {
      kept.push(line);
      continue;
    }
    // "On Monday … wrote:" in whatever language, over one line or two
    while (kept.at(-1)?.trim() === '') kept.pop();
    if (/[::]\s*$/.test(kept.at(-1) ?? '')) {
      const introduction = kept.pop() ?? '';
      if (!/\d/.test(introduction) && /\d/.test(kept.at(-1) ?? '') && (kept.at(-2) ?? '').trim() === '') kept.pop();
    }
  }
  const signature = kept.findIndex((line) => line === '-- ' || line === '--');
  const own = (signature === -1 ? kept : kept.slice(0, signature)).join('\n').trim();
  return own === '' ? text.trim() : own;
}
