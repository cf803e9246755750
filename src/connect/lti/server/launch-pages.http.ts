/** Small pages at the doors of LTI: why a launch is refused, a button into a new tab, and the two that speak with the platform's frame. */
import { escapeMarkup } from '#kit/markup.ts';
import type { LtiRefusal } from '../lti.rules.ts';
import { directionIn, wordsFrom } from '#kit/server/words.ts';

const folder = new URL('../text/', import.meta.url);

type LtiWord =
  | 'continue'
  | 'tabTitle'
  | 'tabText'
  | 'waitTitle'
  | 'waitText'
  | 'doneTitle'
  | 'doneText'
  | 'failedTitle'
  | 'code'
  | RefusalWord;
type RefusalWord = 'again' | 'newTab' | 'setup' | 'role' | 'room' | 'closed';
/** What to do; whatever is not named here comes from a login that went wrong on its way. */
const wordsOfRefusals: Partial<Record<LtiRefusal, RefusalWord>> = {
  platform_unknown: 'setup',
  client_unknown: 'setup',
  lti_disabled: 'closed',
  login_incomplete: 'setup',
  state_mismatch: 'newTab',
  algorithm_refused: 'setup',
  key_missing: 'setup',
  key_unknown: 'setup',
  keys_unreachable: 'setup',
  signature_invalid: 'setup',
  issuer_mismatch: 'setup',
  audience_mismatch: 'setup',
  azp_mismatch: 'setup',
  deployment_unknown: 'setup',
  version_unsupported: 'setup',
  message_unsupported: 'setup',
  claim_missing: 'setup',
  deep_link_refused: 'setup',
  role_refused: 'role',
  room_missing: 'room',
};

// the theme's surfaces and its main colour: these pages load nothing
const style =
  'body{font-family:system-ui,sans-serif;margin:0;padding:64px 24px;text-align:center;background:#fff;color:#1d2130}h1{font-size:20px}p{max-width:36em;margin:12px auto;line-height:1.5}small{color:#5b6275}a{display:inline-block;margin-block-start:12px;padding:10px 20px;border-radius:8px;background:#2f5bd7;color:#fff;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#14161d;color:#e8eaf1}small{color:#a3a9ba}}';

export type LtiPage = { html: string; policy: string };
type PageWish = {
  locale: string;
  nonce: string;
  origins: readonly string[];
  title: LtiWord;
  text: LtiWord;
  code?: string;
  button?: string;
  /** Runs when the page is there; may read `data`. */
  script?: { run: string; data: unknown };
  posts?: 'self';
};

async function ltiPage(wish: PageWish): Promise<LtiPage> {
  const { nonce, origins, script } = wish;
  const said = await wordsFrom(folder, {
    locale: wish.locale,
    keys: [wish.title, wish.text, 'continue', 'code'].map((key) => `served.${key}`),
  });
  const locale = said?.locale ?? 'en-US';
  const [title = '', text = '', go = '', code = ''] = (said?.words ?? []).map(escapeMarkup);
  const button =
    wish.button === undefined ? '' : `<a href="${escapeMarkup(wish.button)}" target="_blank" rel="noopener">${go}</a>`;
  const shown = wish.code === undefined ? '' : `<p><small>${code}: <bdi>${escapeMarkup(wish.code)}</bdi></small></p>`;
  // `<` in data must not end the script
  const data = JSON.stringify(script?.data ?? null).replaceAll('<', '\\u003c');
  const ran = script === undefined ? '' : `<script nonce="${nonce}">(${script.run})(${data})</script>`;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${style}</style>`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined ? [] : [`script-src 'nonce-${nonce}'`]),
    "base-uri 'none'",
    `form-action ${wish.posts === undefined ? "'none'" : "'self'"}`,
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(' ')}`,
  ].join('; ');
  const html = `<!doctype html><html lang="${locale}" dir="${directionIn(locale)}"><head>${head}</head><body><main><h1>${title}</h1><p>${text}</p>${button}${shown}</main>${ran}</body></html>`;
  return { html, policy };
}

type Reader = { locale: string; nonce: string; origins: readonly string[] };
export const refusedPage = (to: Reader, { refusal, again }: { refusal: LtiRefusal; again?: string }): Promise<LtiPage> =>
  ltiPage({
    ...to,
    title: 'failedTitle',
    text: wordsOfRefusals[refusal] ?? 'again',
    code: refusal,
    ...(again === undefined ? {} : { button: again }),
  });
export const tabPage = (to: Reader, again: string): Promise<LtiPage> =>
  ltiPage({ ...to, title: 'tabTitle', text: 'tabText', button: again });

/** LTI Dynamic Registration 1.0 §3.7: the window is the platform's, which closes it. */
const closeScript = "function(){(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*')}";
export const registeredPage = (to: Reader): Promise<LtiPage> =>
  ltiPage({ ...to, title: 'doneTitle', text: 'doneText', script: { run: closeScript, data: null } });

/**
 * LTI Client Side postMessages: the frame that the platform names keeps a value for us. A platform that does not answer is not waited for: the cookie
 * may have been kept after all.
 */
const storageScript = (subject: string, onAnswer: string, onNone: string) =>
  `function(d){var w=window.opener||window.parent,t=w;try{if(d.frame!=='_parent')t=w.frames[d.frame]||w}catch(e){}var over=false,id=d.id;function end(v){if(over)return;over=true;if(v===null){${onNone}}else{${onAnswer}}}window.addEventListener('message',function(e){if(e.origin!==d.origin||!e.data||e.data.subject!=='lti.${subject}.response'||e.data.message_id!==id)return;end(typeof e.data.value==='string'&&!e.data.error?e.data.value:null)});setTimeout(function(){end(null)},1500);t.postMessage(Object.assign({subject:'lti.${subject}',message_id:id,key:d.name},d.value===undefined?{}:{value:d.value}),d.origin)}`;

export type KeptValue = { frame: string; origin: string; name: string };
export const keepPage = (to: Reader, kept: KeptValue & { value: string; url: string }): Promise<LtiPage> =>
  ltiPage({
    ...to,
    title: 'waitTitle',
    text: 'waitText',
    script: {
      run: storageScript('put_data', 'location.replace(d.url)', 'location.replace(d.url)'),
      data: { ...kept, id: kept.name },
    },
  });
const postBack =
  "var f=document.createElement('form');f.method='post';f.action=d.action;Object.keys(d.fields).forEach(function(n){var i=document.createElement('input');i.type='hidden';i.name=n;i.value=d.fields[n];f.appendChild(i)});var p=document.createElement('input');p.type='hidden';p.name='proof';p.value=v===null?'-':v;f.appendChild(p);document.body.appendChild(f);f.submit()";
export const askPage = (to: Reader, kept: KeptValue & { action: string; fields: Record<string, string> }): Promise<LtiPage> =>
  ltiPage({
    ...to,
    title: 'waitTitle',
    text: 'waitText',
    posts: 'self',
    script: { run: storageScript('get_data', postBack, postBack), data: { ...kept, id: kept.name } },
  });
