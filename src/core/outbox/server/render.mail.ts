/** Turns a template and its values into subject, plain text and HTML in the reader's language. */
import type { MailWording } from '#kit/mail-wording.ts';
import { escapeMarkup } from '#kit/markup.ts';
import { nameForStrangers } from '../outbox.rules.ts';
import { builtInHtml, mailOnly } from './mail-only.service.ts';
import { type RenderedWording, renderWording } from './wording.mail.ts';
import { type MailData, type MailValues, messagesOfMail, sayMessage } from './words.service.ts';

export type { MailData };

/**
 * A mail: its words stand in `<folder>/<locale>.json` under `mail.<key>` as subject, heading, text and, if it has them,
 * button and note. `name` is how lists call it. `readers` are strangers where anybody of any account chooses who gets it: what somebody else
 * wrote then stands in it short and without links.
 */
export type MailTemplate = { name: string; folder: URL; key: string; readers?: 'strangers' };
/** `link` is where the button leads. `accent` is `#rrggbb`. `site` is the host that people know. */
export type MailToRender = {
  template: MailTemplate;
  locale: string;
  to: string;
  data: MailData;
  /** In place of subject, heading, text and note; button and frame stay. */
  wording?: MailWording | null;
  link: string | null;
  /** Where a second, smaller link leads, whose words stand under `also`. */
  also?: string | null;
  /** Where an invitation is answered: three links, each with its answer. Pressed there alone, as mail scanners follow links. */
  answers?: string | null;
  site: string;
  /** Its address, for links of a wording. */
  base?: string;
  accent: string;
  /** A line of the account under the mail. */
  footer?: string | null;
  /** Name and address of the service that this runs on, shown at the end; null: not shown. */
  runsOn?: { name: string; url: string } | null;
};
/** `missing`: variables that the wording names and the mail does not have; then the built-in words were used. */
export type RenderedMail = { subject: string; text: string; html: string; missing: readonly string[] };

const base = new URL('../text/', import.meta.url);

/** Right-to-left languages of ours. */
const rightToLeft = ['ar', 'ur'];
/** Keeps a name or address in its own direction inside a right-to-left sentence (Unicode UAX #9, isolates). */
const isolated = (value: string | number): string | number => (typeof value === 'string' ? `\u2068${value}\u2069` : value);
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
const plainName = (value: string | number): string | number => (typeof value === 'string' ? nameForStrangers(value) : value);

type MailParts = {
  title: string;
  /** The words above the button. */
  words: { html: string; text: string };
  button: string | null;
  note: string | null;
  also: string | null;
  answers: AnswerLinks | null;
  linkHint: string;
  why: string;
  runsOn: string | null;
};

type AnswerLinks = { question: string; links: { word: string; link: string }[] };
const answerWords = { yes: 'accepted', maybe: 'tentative', no: 'declined' } as const;
function answerLinks(frame: SayPart, link: string | null | undefined): AnswerLinks | null {
  if (link === null || link === undefined) return null;
  const links = Object.entries(answerWords).map(([word, answer]) => ({
    word: must(frame, word, 'frame'),
    link: `${link}&answer=${answer}`,
  }));
  return { question: must(frame, 'willYouCome', 'frame'), links };
}
const answersHtml = ({ question, links }: AnswerLinks): string => {
  const look =
    'display:inline-block;margin:4px;padding:8px 16px;border:1px solid #c9ceda;border-radius:8px;color:#151922;text-decoration:none;font-weight:600';
  const buttons = links.map(({ word, link }) => `<a href="${escapeMarkup(link)}" style="${look}">${escapeMarkup(word)}</a>`);
  return `\n<p style="font-size:15px;line-height:24px;color:#151922;margin:0 0 16px"><b>${escapeMarkup(question)}</b> ${buttons.join(' ')}</p>`;
};

function htmlOf(parts: MailParts, mail: MailToRender): string {
  const dir = rightToLeft.includes(mail.locale) ? 'rtl' : 'ltr';
  const side = dir === 'rtl' ? 'right' : 'left';
  const small = 'font-size:13px;line-height:20px;color:#626b80;margin:0 0 12px';
  const link =
    mail.link === null || parts.button === null
      ? ''
      : mailOnly(`
<p style="margin:0 0 24px"><a href="${escapeMarkup(mail.link)}" style="display:inline-block;background:${mail.accent};color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:8px">${escapeMarkup(parts.button)}</a></p>
<p style="${small}">${escapeMarkup(parts.linkHint)}<br><bdi dir="ltr" style="word-break:break-all">${escapeMarkup(mail.link)}</bdi></p>`);
  const note = parts.note === null ? '' : `\n<p style="${small}">${builtInHtml(escapeMarkup(parts.note))}</p>`;
  const { also } = mail;
  const second =
    parts.also === null || also === undefined || also === null
      ? ''
      : `\n<p style="${small}"><a href="${escapeMarkup(also)}" style="color:#626b80">${escapeMarkup(parts.also)}</a></p>`;
  const answers = parts.answers === null ? '' : mailOnly(answersHtml(parts.answers));
  const footer = mail.footer === null || mail.footer === undefined ? '' : `${escapeMarkup(mail.footer)}<br>`;
  const runsOn =
    parts.runsOn === null
      ? ''
      : `<br><a href="${escapeMarkup(mail.runsOn?.url ?? '')}" style="color:#626b80">${escapeMarkup(parts.runsOn)}</a>`;
  return `<!doctype html>
<html lang="${escapeMarkup(mail.locale)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(parts.title)}</title></head>
<body style="margin:0;background:#f6f7fa"><div style="max-width:520px;margin:0 auto;padding:24px 16px;font-family:Inter,'Segoe UI',Arial,sans-serif;text-align:${side}">
<div style="background:#ffffff;border:1px solid #e3e6ed;border-radius:12px;padding:24px">
${parts.words.html}${link}${answers}${note}${second}
</div>${mailOnly(`<p style="font-size:12px;line-height:18px;color:#626b80;margin:16px 0 0">${footer}${escapeMarkup(parts.why)}${runsOn}</p>`)}</div></body></html>
`;
}

type MailEnds = Pick<MailToRender, 'link' | 'also' | 'footer' | 'runsOn'>;
function plainOf(parts: MailParts, { link, also, footer, runsOn }: MailEnds): string {
  const lines = [parts.words.text];
  if (link !== null && parts.button !== null) lines.push('', `${parts.button}:`, link);
  if (parts.answers !== null)
    lines.push('', parts.answers.question, ...parts.answers.links.map((one) => `${one.word}: ${one.link}`));
  if (parts.note !== null) lines.push('', parts.note);
  if (parts.also !== null && also !== undefined && also !== null) lines.push('', `${parts.also}:`, also);
  lines.push('', '-- ');
  if (footer !== null && footer !== undefined) lines.push(footer);
  lines.push(parts.why);
  if (parts.runsOn !== null) lines.push(`${parts.runsOn}: ${runsOn?.url ?? ''}`);
  return `${lines.join('\n')}\n`;
}

type SayPart = (part: string) => string | null;
const must = (say: SayPart, part: string, name: string): string => {
  const text = say(part);
  if (text === null) throw new Error(`the mail ${name} has no ${part}`);
  return text;
};

type MailWords = Pick<MailParts, 'title' | 'words' | 'note'> & { subject: string };
const wordsOfWording = ({ subject, html, text }: RenderedWording): MailWords => ({
  subject,
  title: oneLine(subject),
  words: { html, text },
  note: null,
});
function builtInWords(say: SayPart, name: string): MailWords {
  const [heading, text] = [must(say, 'heading', name), must(say, 'text', name)];
  const html = `${mailOnly(`<h1 style="font-size:20px;line-height:28px;margin:0 0 12px;color:#151922">${escapeMarkup(heading)}</h1>`)}
<p style="font-size:15px;line-height:24px;color:#151922;margin:0 0 24px">${builtInHtml(escapeMarkup(text).replaceAll('\n', '<br>'))}</p>`;
  return {
    subject: must(say, 'subject', name),
    title: heading,
    words: { html, text: `${heading}\n\n${text}` },
    note: say('note'),
  };
}

function valuesOf(mail: MailToRender): { values: MailValues; wrap: (value: string | number) => string | number } {
  const wrap = rightToLeft.includes(mail.locale) ? isolated : (value: string | number) => value;
  const named = mail.template.readers === 'strangers' ? plainName : (value: string | number) => value;
  const own = Object.entries(mail.data).map(([name, value]) => [name, wrap(named(value))]);
  const data = { ...Object.fromEntries(own), site: wrap(mail.site) };
  return { values: { data, plain: mail.data }, wrap: (value) => wrap(named(value)) };
}

/** Renders a mail. Throws when its template lacks a subject, heading or text, or a value that its words name. */
export async function renderMail(mail: MailToRender): Promise<RenderedMail> {
  const { template, locale, wording = null } = mail;
  const { values, wrap } = valuesOf(mail);
  const find = await messagesOfMail(template, locale);
  const say: SayPart = (part) => {
    const found = find(part);
    return found === null ? null : sayMessage(found, values);
  };
  const own =
    wording === null
      ? null
      : renderWording(wording, {
          ...{ find, values, accent: mail.accent },
          dir: rightToLeft.includes(locale) ? 'rtl' : 'ltr',
          base: mail.base ?? `https://${mail.site}/`,
        });
  const missing = own?.missing ?? [];
  const words = own === null || missing.length > 0 ? builtInWords(say, template.name) : wordsOfWording(own);
  const runner = mail.runsOn ?? null;
  // their own address is theirs, whole
  const email = rightToLeft.includes(locale) ? isolated(mail.to) : mail.to;
  const around = { email, site: values.data['site'] ?? '', name: wrap(runner?.name ?? '') };
  const findFrame = await messagesOfMail({ folder: base, key: 'frame' }, locale);
  const frame: SayPart = (part) => {
    const found = findFrame(part);
    return found === null ? null : sayMessage(found, { data: around });
  };
  const parts: MailParts = {
    ...words,
    button: say('button'),
    also: say('also'),
    answers: answerLinks(frame, mail.answers),
    linkHint: must(frame, 'linkHint', 'frame'),
    why: must(frame, 'why', 'frame'),
    runsOn: runner === null ? null : must(frame, 'runsOn', 'frame'),
  };
  return { subject: oneLine(words.subject).slice(0, 200), text: plainOf(parts, mail), html: htmlOf(parts, mail), missing };
}
