import { localeFacts, type Locale } from '#kit/facts.ts';
import type { DocumentHead } from '#kit/ui/document-head.ts';
import { directionOf } from '#kit/ui/text/locale.ts';
import { consentScript } from '#kit/ui/consent.ts';
import { brandCss, brandStyleId } from './brand-style.ts';
import { earlyScript } from './early-presses.ts';
import { escapeHtml } from './escape-html.ts';
import { headHtml } from './head-html.ts';
import { type InitialState, rootElementId, scriptJson, stateElementId } from './initial-state.ts';

export type DocumentAssets = {
  scripts: readonly string[];
  preloads: readonly string[];
  /** Of another language than English: fetched by the page as soon as its code runs. */
  texts: readonly string[];
  styles: readonly string[];
  fonts: readonly string[];
  head: string;
};
export type DocumentParts = {
  locale: Locale;
  title: string;
  head: DocumentHead | null;
  nonce: string;
  body: string;
  state: InitialState;
  assets: DocumentAssets;
};

/** Before the first paint: what was chosen, else what the system wants. The key is the kit's. */
const scheme = `(function(){try{var s=localStorage.getItem('mantine-color-scheme-value');var d=s==='dark'||(s!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light');if(localStorage.getItem('atrium.motion')==='less')document.documentElement.setAttribute('data-still','')}catch(e){}})()`;
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%233b5bfd'/%3E%3Cpath d='M8 26V15.5a8 8 0 0 1 16 0V26h-4.6V15.5a3.4 3.4 0 0 0-6.8 0V26z' fill='%23fff'/%3E%3C/svg%3E";

/** Nothing is painted before the parser has reached the end of the page: half a table has other columns than the whole (https://html.spec.whatwg.org/#link-type-expect). */
const expectWhole = `<link rel="expect" blocking="render" href="#${stateElementId}">`;

/** After the kit's own variables. */
const brandStyle = ({ config }: InitialState): string =>
  `<style id="${brandStyleId}">${brandCss(config.brand?.accent ?? null)}</style>`;

/** The whole document around what was rendered. */
export function documentOf({ locale, title, head, nonce, body, state, assets }: DocumentParts): string {
  const n = escapeHtml(nonce);
  return [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale ?? localeFacts.fallback)}" data-mantine-color-scheme="light"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title><link rel="icon" href="${icon}">`,
    expectWhole,
    headHtml(head),
    `<script nonce="${n}">${scheme};${state.config.tagManagerId === null ? '' : `${consentScript};`}${earlyScript}</script>`,
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...assets.texts.map((href) => `<link rel="preload" as="fetch" crossorigin href="${href}">`),
    assets.head,
    brandStyle(state),
    `</head><body><div id="${rootElementId}">${body}</div>`,
    `<script type="application/json" id="${stateElementId}">${scriptJson(state)}</script>`,
    ...assets.scripts.map((src) => `<script type="module" nonce="${n}" src="${src}"></script>`),
    '</body></html>',
  ].join('');
}
