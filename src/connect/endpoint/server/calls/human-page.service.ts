/** The page that a person sees when a link into a meeting leads nowhere: BBB clients show XML then, which is for programs. */
import type { BbbResponse } from '@atrium/bbb/answers';
import { escapeMarkup } from '#kit/markup.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { directionIn, wordsFrom } from '#kit/server/words.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { LimitWords } from './limit-words.service.ts';

/** Why nobody comes in; a page has words for each. */
export const joinTroubles = ['full', 'locked', 'gone', 'unavailable', 'suspended'] as const;
export type JoinTrouble = (typeof joinTroubles)[number];

const folder = new URL('../../text/', import.meta.url);

const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;background:#f6f5f2;color:#1d1c1a}' +
  'main{max-width:32rem;margin:1.5rem;padding:2rem;border-radius:1rem;background:#fff}h1{margin:0 0 .5rem;font-size:1.375rem}p{margin:0}p+p{margin-block-start:.75rem;opacity:.8}a{display:inline-block;padding-block:.625rem;color:inherit;font-weight:600}' +
  '@media(prefers-color-scheme:dark){body{background:#161513;color:#f2f0ec}main{background:#221f1c}}';

/** `more`: a sentence of its own below, in the reader's language. Status 200, as everything that the endpoint answers: some clients open the address themselves and throw on any other. */
export async function joinPage(ctx: Ctx, trouble: JoinTrouble, more: LimitWords | null = null): Promise<BbbResponse | null> {
  const keys = [`joinPage.${trouble}.title`, `joinPage.${trouble}.text`, 'joinPage.wayOut'];
  const found = await wordsFrom(folder, { locale: ctx.locale, keys });
  if (found === null) return null;
  const {
    locale,
    words: [title = '', text = '', wayOut = ''],
  } = found;
  // in a window of its own: the link may stand in the frame of somebody else's site
  const link =
    more === null || more.link === null
      ? ''
      : ` <a href="${escapeMarkup(`${siteUrl(ctx)}${more.link}`)}" target="_blank" rel="noopener">${escapeMarkup(wayOut)}</a>`;
  const direction = directionIn(locale);
  return {
    status: 200,
    headers: {
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *",
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title><style>${style}</style></head><body><main><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>${more === null ? '' : `<p>${escapeMarkup(more.text)}${link}</p>`}</main></body></html>`,
  };
}
