/** A campaign's text as an email: one rendering for each language, into which each reader's own links are put. */
import type { Locale } from '#kit/facts.ts';
import { escapeMarkup } from '#kit/markup.ts';
import { plainTextOf, type RichText } from '#kit/rich-text.ts';
import { type HtmlTag, richTextHtml } from '#kit/server/rich-text/rich-text-html.ts';
import { newToken } from '#kit/server/secrets.ts';
import { directionIn, wordsFrom } from '#kit/server/words.ts';
import { createTranslator } from 'use-intl/core';
import type { PostEmbed, PostPicture } from '#publish/blog/reading.contract.ts';
import type { CampaignVariable } from '../newsletter.rules.ts';
import type { CampaignLink } from './figures.queries.ts';
import { linkHash } from './figures.service.ts';
import { newsletterTextFolder } from './newsletter.mail.ts';

export type CampaignMailFacts = {
  locale: Locale;
  subject: string;
  preview: string;
  body: RichText;
  pictures: readonly PostPicture[];
  embeds: readonly PostEmbed[];
  /** Of the list, in that language. */
  listName: string;
  site: { url: string; name: string };
  accent: string;
  /** The sender's postal address or other line of the operator. */
  footer: string | null;
  /** Where the text can be read on the web. */
  readOnline: string | null;
};
export type RenderedCampaign = { subject: string; text: string; html: string };
export type CampaignReader = {
  email: string;
  /** Of the reader's own preferences. */
  link: string;
  /** Token of a reader who agreed to be counted; null: no link is rewritten. */
  figures: string | null;
};
export type CampaignRenderer = {
  /** Where its links lead, as they are counted. */
  links: CampaignLink[];
  render(reader: CampaignReader): RenderedCampaign;
};

const styles: Partial<Record<HtmlTag, string>> = {
  p: 'margin:0 0 16px',
  h2: 'font-size:18px;line-height:26px;margin:24px 0 8px',
  h3: 'font-size:16px;line-height:24px;margin:20px 0 8px',
  h4: 'font-size:15px;line-height:24px;margin:16px 0 8px',
  ul: 'margin:0 0 16px;padding-inline-start:24px',
  ol: 'margin:0 0 16px;padding-inline-start:24px',
  blockquote: 'margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #d6dbe6',
  aside: 'margin:0 0 16px;padding:12px 16px;background:#f6f7fa;border-radius:8px',
  pre: 'margin:0 0 16px;padding:12px;background:#f6f7fa;border-radius:8px;white-space:pre-wrap;word-break:break-word',
  table: 'margin:0 0 16px;border-collapse:collapse;width:100%',
  th: 'padding:8px;border-bottom:1px solid #d6dbe6;font-weight:600',
  td: 'padding:8px;border-bottom:1px solid #e3e6ed',
  hr: 'margin:24px 0;border:0;border-top:1px solid #e3e6ed',
  img: 'max-width:100%;height:auto;border-radius:8px',
};
const frameKeys = ['why', 'preferences', 'readOnline'] as const;

async function frameWords(facts: CampaignMailFacts): Promise<Record<(typeof frameKeys)[number], string>> {
  const found = await wordsFrom(newsletterTextFolder, {
    locale: facts.locale,
    keys: frameKeys.map((key) => `mail.campaign.${key}`),
  });
  if (found === null) throw new Error('the frame of campaigns has no words');
  const [why = '', preferences = '', readOnline = ''] = found.words;
  const list = directionIn(facts.locale) === 'rtl' ? `\u2068${facts.listName}\u2069` : facts.listName;
  const translate = createTranslator({ locale: found.locale, messages: { why } });
  return { why: translate('why', { list, site: facts.site.name }), preferences, readOnline };
}

const MAIL_WIDTH = 550;
/** Outlook takes the width of a picture from its attribute alone. */
function pictureIn({ pictures, site }: CampaignMailFacts, file: string) {
  const found = pictures.find((one) => one.file === file);
  if (found === undefined) return null;
  const scale = Math.min(1, MAIL_WIDTH / Math.max(found.width, 1));
  const [width, height] = [Math.round(found.width * scale), Math.round(found.height * scale)];
  return { src: new URL(found.src, site.url).href, width, height };
}

type CampaignValues = ReadonlyMap<string, string>;
const valueIn = (values: CampaignValues, name: string): string => values.get(name) ?? `{${name}}`;

type CampaignWords = Awaited<ReturnType<typeof frameWords>>;
/** `mark` stands for the address of the preferences. */
type HtmlMarks = { mark: string; values: CampaignValues; linkTo: (url: string) => string; pixel: string };
function htmlOf(facts: CampaignMailFacts, words: CampaignWords, { mark, values, linkTo, pixel }: HtmlMarks): string {
  const dir = directionIn(facts.locale);
  const { site, accent } = facts;
  const body = richTextHtml(facts.body, {
    picture: (file) => pictureIn(facts, file),
    embed: (_kind, id) => {
      const found = facts.embeds.find((one) => one.id === id);
      if (found === undefined) return '';
      const href = escapeMarkup(linkTo(new URL(found.path, site.url).href));
      return `<p style="${styles.p}"><a href="${href}" style="color:${accent};font-weight:600"><bdi>${escapeMarkup(found.name)}</bdi></a></p>`;
    },
    absolute: (href) => linkTo(URL.parse(href, facts.readOnline ?? site.url)?.href ?? site.url),
    variable: (name) => valueIn(values, name),
    style: (tag) => (tag === 'a' ? `color:${accent}` : (styles[tag] ?? null)),
  });
  const link = (href: string, text: string) => `<a href="${href}" style="color:#4a5266">${escapeMarkup(text)}</a>`;
  const links = [
    link(mark, words.preferences),
    ...(facts.readOnline === null ? [] : [link(escapeMarkup(facts.readOnline), words.readOnline)]),
  ].join(' · ');
  const footer = facts.footer === null ? '' : `<br>${escapeMarkup(facts.footer)}`;
  return `<!doctype html>
<html lang="${facts.locale}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(facts.subject)}</title></head>
<body style="margin:0;background:#f6f7fa"><div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(facts.preview)}</div>
<div style="max-width:600px;margin:0 auto;padding:24px 16px;font-family:Inter,'Segoe UI',Arial,sans-serif;color:#151922">
<div style="background:#ffffff;border:1px solid #e3e6ed;border-radius:12px;padding:24px;font-size:16px;line-height:26px">
<p style="margin:0 0 16px;font-size:13px;color:#4a5266"><bdi>${escapeMarkup(site.name)}</bdi></p>
<h1 dir="auto" style="font-size:22px;line-height:30px;margin:0 0 16px">${escapeMarkup(facts.subject)}</h1>
${body}
</div><p style="font-size:13px;line-height:20px;color:#4a5266;margin:16px 0 0">${escapeMarkup(words.why)}<br>${links}${footer}</p>${pixel}</div></body></html>
`;
}
type PlainMarks = Pick<HtmlMarks, 'mark' | 'values'>;
function plainOf(facts: CampaignMailFacts, words: CampaignWords, { mark, values }: PlainMarks): string {
  const online = facts.readOnline === null ? [] : [`${words.readOnline}: ${facts.readOnline}`];
  const footer = facts.footer === null ? [] : [facts.footer];
  const lines = [
    facts.subject,
    '',
    plainTextOf(facts.body).replaceAll(/\{(\w{1,40})\}/g, (_all, name: string) => valueIn(values, name)),
    '',
    '-- ',
    words.why,
    `${words.preferences}: ${mark}`,
    ...online,
    ...footer,
  ];
  return `${lines.join('\n')}\n`;
}

export async function campaignRenderer(facts: CampaignMailFacts): Promise<CampaignRenderer> {
  const words = await frameWords(facts);
  // nothing that a text says can be this mark
  const [mark, email, token] = [`link-${newToken(16)}`, `email-${newToken(16)}`, `figures-${newToken(16)}`];
  const variables: Record<CampaignVariable, string> = { list: facts.listName, site: facts.site.name, email };
  const marks = { mark, values: new Map(Object.entries(variables)) };
  const links = new Map<string, CampaignLink>();
  const counted = (url: string): string => {
    if (!/^https?:/.test(url)) return url;
    const hash = linkHash(url);
    links.set(hash, { hash, url });
    return `${facts.site.url}/newsletter/links/${hash}/${token}`;
  };
  const pixel = `<img src="${escapeMarkup(facts.site.url)}/newsletter/opened/${token}" width="1" height="1" alt="">`;
  const html = htmlOf(facts, words, { ...marks, linkTo: (url) => url, pixel: '' });
  const countedHtml = htmlOf(facts, words, { ...marks, linkTo: counted, pixel });
  const text = plainOf(facts, words, marks);
  return {
    links: [...links.values()],
    render: (reader) => ({
      subject: facts.subject,
      html: (reader.figures === null ? html : countedHtml.replaceAll(token, reader.figures))
        .replaceAll(mark, () => escapeMarkup(reader.link))
        .replaceAll(email, () => escapeMarkup(reader.email)),
      text: text.replaceAll(mark, () => reader.link).replaceAll(email, () => reader.email),
    }),
  };
}
