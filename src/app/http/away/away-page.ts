/** What people read while the database does not answer: made of files alone, without script, in their language. */
import type { Locale } from '#kit/facts.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { directionOf, localeFor } from '#kit/ui/text/locale.ts';

/** After so many seconds the page asks again by itself. */
export const awayRetrySeconds = 10;

const folder = new URL('./text/', import.meta.url);

/** The page as a document in that language. */
export async function awayHtml(wanted: Locale): Promise<string> {
  const said = await wordsFrom(folder, { locale: wanted, keys: ['title', 'text'] });
  const locale = localeFor(said?.locale ?? '') ?? 'en-US';
  const [title = '', text = ''] = said?.words ?? [];
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${awayRetrySeconds}"><title>${title}</title>`;
  const body = `<main><h1 style="font-size:20px">${title}</h1><p>${text}</p></main>`;
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head>${head}</head><body style="font-family:system-ui,sans-serif;padding:64px 24px;text-align:center">${body}</body></html>`;
}
