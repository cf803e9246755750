/** Words that the operator, a vendor or an account wrote in place of the built-in ones of a mail. */
import type { MailWording } from '#kit/mail-wording.ts';
import { changeLines, plainTextOf, type RichTextInline } from '#kit/rich-text.ts';
import { type HtmlTag, richTextHtml } from '#kit/server/rich-text/rich-text-html.ts';
import { type FindMessage, type MailValues, type PartWithValues, sayMessage, variablesOfMail } from './words.service.ts';

const inSubject = /\{([a-z]\w{0,39})\}/gi;

const text = 'font-size:15px;line-height:24px;color:#151922';
const styles: Partial<Record<HtmlTag, string>> = {
  p: `${text};margin:0 0 16px`,
  h2: 'font-size:20px;line-height:28px;margin:0 0 12px;color:#151922',
  h3: 'font-size:17px;line-height:26px;margin:0 0 8px;color:#151922',
  h4: `${text};font-weight:600;margin:0 0 8px`,
  ul: `${text};margin:0 0 16px;padding:0 24px`,
  ol: `${text};margin:0 0 16px;padding:0 24px`,
  li: 'margin:0 0 4px',
  blockquote: `${text};margin:0 0 16px;padding:0 16px;border-inline-start:3px solid #e3e6ed`,
  aside: `${text};margin:0 0 16px;padding:12px 16px 1px;background:#f6f7fa;border-radius:8px`,
  pre: 'font-size:13px;line-height:20px;margin:0 0 16px;white-space:pre-wrap;color:#151922',
  table: `${text};margin:0 0 16px;border-collapse:collapse`,
  th: 'padding:4px 8px;border:1px solid #e3e6ed;text-align:start',
  td: 'padding:4px 8px;border:1px solid #e3e6ed',
  hr: 'border:0;border-top:1px solid #e3e6ed;margin:0 0 16px',
};

/** `base`: what paths of the site in links are relative to. */
export type WordingFrame = { find: FindMessage; values: MailValues; dir: 'ltr' | 'rtl'; base: string; accent: string };
export type RenderedWording = {
  subject: string;
  html: string;
  text: string /** What could not be filled in. */;
  missing: string[];
};

export function renderWording(wording: MailWording, { find, values, dir, base, accent }: WordingFrame): RenderedWording {
  const missing = new Set<string>();
  const filler = (first: PartWithValues) => {
    const known = variablesOfMail(find, first);
    return (name: string): string => {
      const message = known.get(name);
      try {
        if (message !== undefined) return sayMessage(message, values);
      } catch {
        // this mail has no such value: it is counted below
      }
      missing.add(name);
      return '';
    };
  };
  const value = filler('text');
  const absolute = (href: string): string => URL.parse(href, base)?.href ?? base;
  const html = richTextHtml(wording.body, {
    absolute,
    variable: value,
    dir,
    style: (tag) => (tag === 'a' ? `color:${accent}` : (styles[tag] ?? null)),
  });
  const filled = (part: RichTextInline): RichTextInline => {
    if (part.type === 'variable') return { type: 'text', text: value(part.attrs.name) };
    const link = part.type === 'text' ? part.marks?.find((mark) => mark.type === 'link') : undefined;
    if (part.type !== 'text' || link?.type !== 'link') return part;
    const address = absolute(link.attrs.href);
    return { type: 'text', text: address === part.text ? address : `${part.text} (${address})` };
  };
  return {
    subject: wording.subject.replaceAll(inSubject, (_all, name: string) => filler('subject')(name)),
    html,
    text: plainTextOf(changeLines(wording.body, (line) => line.map(filled))),
    missing: [...missing],
  };
}
