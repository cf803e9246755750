/** Turns a template and its values into subject, plain text and HTML in the reader's language. */
import { readFile } from 'node:fs/promises';
import { createTranslator } from 'use-intl/core';
import * as z from 'zod/mini';

/**
 * A mail: its words stand in `<folder>/<locale>.json` under `mail.<key>` as subject, heading, text and, if it has them,
 * button and note. `name` is how lists call it. `readers` are strangers where anybody of any account chooses who gets it: its subject then names
 * nothing but the site, and what somebody else wrote stands in it short and without links.
 */
export type MailTemplate = { name: string; folder: URL; key: string; readers?: 'strangers' };
export type MailData = Readonly<Record<string, string | number>>;
/** `link` is where the button leads. `accent` is `#rrggbb`. `site` is the host that people know. */
export type MailToRender = {
  template: MailTemplate;
  locale: string;
  to: string;
  data: MailData;
  link: string | null;
  /** Where a second, smaller link leads, whose words stand under `also`. */
  also?: string | null;
  site: string;
  accent: string;
  /** A line of the account under the mail. */
  footer?: string | null;
  /** Who runs this and where, told below it; null: nobody is. */
  runsOn?: { name: string; url: string } | null;
};
export type RenderedMail = { subject: string; text: string; html: string };

type Messages = { [key: string]: string | Messages };
const messages: z.ZodMiniType<Messages> = z.lazy(() => z.record(z.string(), z.union([z.string(), messages])));
const base = new URL('../text/', import.meta.url);
const fallback = 'en-US';

async function textsOf(folder: URL, locale: string): Promise<Messages> {
  try {
    return z.parse(messages, JSON.parse(await readFile(new URL(`${locale}.json`, folder), 'utf8')));
  } catch (error) {
    // a language that nobody wrote yet is said in English
    if (locale !== fallback && error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function at(texts: Messages, path: string): string | null {
  let here: string | Messages | undefined = texts;
  for (const step of path.split('.')) here = typeof here === 'object' ? here[step] : undefined;
  return typeof here === 'string' && here !== '' ? here : null;
}

type Say = (part: string) => string | null;

type Values = { locale: string; data: MailData /** The same as nobody changed it for the eye. */; plain?: MailData };
/** A message chooses its words by the bare value: with marks of direction around it none would match. */
function valuesFor(message: string, { data, plain = data }: Values): MailData {
  const chosenBy = [...message.matchAll(/\{\s*(\w+)\s*,\s*select\s*,/g)].flatMap(([, name = '']) => {
    const value = plain[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...data, ...Object.fromEntries(chosenBy) };
}

/** Reads one message in the language, else in English; null when there is none. */
async function sayer(folder: URL, key: string, mail: Values): Promise<Say> {
  const own = await textsOf(folder, mail.locale);
  const english = await textsOf(folder, fallback);
  return (part) => {
    const path = `mail.${key}.${part}`;
    const found = at(own, path);
    const message = found ?? at(english, path);
    if (message === null) return null;
    const translate = createTranslator({
      locale: found === null ? fallback : mail.locale,
      messages: { message },
      onError: (error: Error) => {
        throw error;
      },
    });
    return translate('message', valuesFor(message, mail));
  };
}

/** Right-to-left languages of ours. */
const rightToLeft = ['ar', 'ur'];
/** Keeps a name or address in its own direction inside a right-to-left sentence (Unicode UAX #9, isolates). */
const isolated = (value: string | number): string | number => (typeof value === 'string' ? `\u2068${value}\u2069` : value);
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const namesTo = 60;
/** What somebody called themselves or a thing, for people who do not know them: cut, on one line, and nothing that a mail program makes a link of. */
function plainName(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  const letters = [
    ...oneLine(value)
      .replaceAll('://', ' ')
      .replace(/([.@\u3002\uff0e])(?=[\p{L}\p{N}])/gu, '$1 '),
  ];
  return letters.length > namesTo ? `${letters.slice(0, namesTo - 1).join('')}…` : letters.join('');
}

type Parts = {
  heading: string;
  text: string;
  button: string | null;
  note: string | null;
  also: string | null;
  linkHint: string;
  why: string;
  runsOn: string | null;
};

function htmlOf(parts: Parts, mail: MailToRender): string {
  const dir = rightToLeft.includes(mail.locale) ? 'rtl' : 'ltr';
  const side = dir === 'rtl' ? 'right' : 'left';
  const small = 'font-size:13px;line-height:20px;color:#626b80;margin:0 0 12px';
  const link =
    mail.link === null || parts.button === null
      ? ''
      : `
<p style="margin:0 0 24px"><a href="${escaped(mail.link)}" style="display:inline-block;background:${mail.accent};color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escaped(parts.button)}</a></p>
<p style="${small}">${escaped(parts.linkHint)}<br><bdi dir="ltr" style="word-break:break-all">${escaped(mail.link)}</bdi></p>`;
  const note = parts.note === null ? '' : `\n<p style="${small}">${escaped(parts.note)}</p>`;
  const { also } = mail;
  const second =
    parts.also === null || also === undefined || also === null
      ? ''
      : `\n<p style="${small}"><a href="${escaped(also)}" style="color:#626b80">${escaped(parts.also)}</a></p>`;
  const footer = mail.footer === null || mail.footer === undefined ? '' : `${escaped(mail.footer)}<br>`;
  const runsOn =
    parts.runsOn === null
      ? ''
      : `<br><a href="${escaped(mail.runsOn?.url ?? '')}" style="color:#626b80">${escaped(parts.runsOn)}</a>`;
  return `<!doctype html>
<html lang="${escaped(mail.locale)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(parts.heading)}</title></head>
<body style="margin:0;background:#f6f7fa"><div style="max-width:520px;margin:0 auto;padding:24px 16px;font-family:Inter,'Segoe UI',Arial,sans-serif;text-align:${side}">
<div style="background:#ffffff;border:1px solid #e3e6ed;border-radius:12px;padding:24px">
<h1 style="font-size:20px;line-height:28px;margin:0 0 12px;color:#151922">${escaped(parts.heading)}</h1>
<p style="font-size:15px;line-height:24px;color:#151922;margin:0 0 24px">${escaped(parts.text)}</p>${link}${note}${second}
</div><p style="font-size:12px;line-height:18px;color:#626b80;margin:16px 0 0">${footer}${escaped(parts.why)}${runsOn}</p></div></body></html>
`;
}

type Ends = Pick<MailToRender, 'link' | 'also' | 'footer' | 'runsOn'>;
function plainOf(parts: Parts, { link, also, footer, runsOn }: Ends): string {
  const lines = [parts.heading, '', parts.text];
  if (link !== null && parts.button !== null) lines.push('', `${parts.button}:`, link);
  if (parts.note !== null) lines.push('', parts.note);
  if (parts.also !== null && also !== undefined && also !== null) lines.push('', `${parts.also}:`, also);
  lines.push('', '-- ');
  if (footer !== null && footer !== undefined) lines.push(footer);
  lines.push(parts.why);
  if (parts.runsOn !== null) lines.push(`${parts.runsOn}: ${runsOn?.url ?? ''}`);
  return `${lines.join('\n')}\n`;
}

/** Renders a mail. Throws when its template lacks a subject, heading or text, or a value that its words name. */
export async function renderMail(mail: MailToRender): Promise<RenderedMail> {
  const wrap = rightToLeft.includes(mail.locale) ? isolated : (value: string | number) => value;
  const named = mail.template.readers === 'strangers' ? plainName : (value: string | number) => value;
  const own = Object.entries(mail.data).map(([name, value]) => [name, wrap(named(value))]);
  const data = { ...Object.fromEntries(own), site: wrap(mail.site) };
  const say = await sayer(mail.template.folder, mail.template.key, { locale: mail.locale, data, plain: mail.data });
  const runner = mail.runsOn ?? null;
  const around = { email: wrap(mail.to), site: wrap(mail.site), name: wrap(named(runner?.name ?? '')) };
  const frame = await sayer(base, 'frame', { locale: mail.locale, data: around });
  const must = (read: Say, part: string): string => {
    const text = read(part);
    if (text === null) throw new Error(`the mail ${mail.template.name} has no ${part}`);
    return text;
  };
  const parts: Parts = {
    heading: must(say, 'heading'),
    text: must(say, 'text'),
    button: say('button'),
    note: say('note'),
    also: say('also'),
    linkHint: must(frame, 'linkHint'),
    why: must(frame, 'why'),
    runsOn: runner === null ? null : must(frame, 'runsOn'),
  };
  return { subject: oneLine(must(say, 'subject')).slice(0, 200), text: plainOf(parts, mail), html: htmlOf(parts, mail) };
}
