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

/** Lines that programs put between an answer and the mail that it answers. */
const separators = [/^_{10,}\s*$/, /^-{3,}\s*[^-\n]{4,60}\s*-{3,}\s*$/];
const header = /^\*?\p{L}[\p{L} ]{1,20}\*?:\*?\s+\S/u;
/** Four lines of headers, one below the other, are a mail that is quoted as a whole. */
const isQuotedHead = (lines: readonly string[], at: number): boolean =>
  at > 0 && (lines[at - 1] ?? '').trim() === '' && lines.slice(at, at + 4).filter((line) => header.test(line)).length === 4;

/** Without quoted lines, the line that introduces them, and everything behind a separator. What is left of nothing is the whole. */
export function withoutQuotes(text: string): string {
  const all = text.replace(/\r\n?/g, '\n').split('\n');
  const end = all.findIndex((line, at) => separators.some((one) => one.test(line)) || isQuotedHead(all, at));
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
