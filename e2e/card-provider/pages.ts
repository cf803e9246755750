/** The pages of the stand-in that a person sees: where a card is typed in, and where its bank asks. */
import { decide } from './intents.ts';
import { completeSession, expireOld, payBy, successOf } from './sessions.ts';
import { invalid, type Store, textOf, type Thing } from './store.ts';

export type PageAnswer = { status: 200; html: string } | { status: 303; location: string } | { status: 404; html: string };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
const gone: PageAnswer = { status: 404, html: page('Nothing here', '<p>This page is not open any more.</p>') };

const numbers = [
  ['4242 4242 4242 4242', 'Card that pays'],
  ['4000 0025 0000 3155', 'Card whose bank asks'],
  ['4000 0000 0000 9995', 'Card without money'],
  ['4000 0000 0000 0341', 'Card that takes its time'],
] as const;

function payPage(session: Thing, why: string): string {
  const amount = session['amount_total'];
  const sum = typeof amount === 'number' ? `${amount} ${textOf(session, 'currency') ?? ''} (minor units)` : 'a card for later';
  const back = textOf(session, 'cancel_url');
  const quick = numbers.map(([number, name]) => `<button name="quick" value="${number}">${name}</button>`).join(' ');
  return page(
    'Pay by card (stand-in)',
    `<p>${escaped(textOf(session, '_what') ?? '')}</p><p>${escaped(sum)}</p>${why === '' ? '' : `<p role="alert">${escaped(why)}</p>`}
<form method="post"><label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number"></label> <button>Pay</button><p>${quick}</p></form>
${back === null ? '' : `<p><a href="${escaped(back)}">Back</a></p>`}`,
  );
}

function confirmPage(intent: Thing): string {
  return page(
    'Your bank asks (stand-in)',
    `<p>${escaped(intent.id)}</p><form method="post"><button name="outcome" value="succeeded">Confirm</button> <button name="outcome" value="failed">Refuse</button></form>`,
  );
}

/** Null for a path that no page has. */
export function answerPage(store: Store, path: string, form: URLSearchParams | null): PageAnswer | null {
  const [, kind, id = ''] = /^\/(pay|confirm)\/([\w]+)$/.exec(path) ?? [];
  if (kind === undefined) return null;
  expireOld(store);
  const thing = store.things.get(id);
  if (thing === undefined) return gone;
  return kind === 'pay' ? answerPay(store, thing, form) : answerConfirm(store, thing, form);
}

function answerPay(store: Store, session: Thing, form: URLSearchParams | null): PageAnswer {
  if (textOf(session, 'status') === 'expired') return gone;
  if (textOf(session, 'status') === 'complete') return { status: 303, location: successOf(session) };
  if (form === null) return { status: 200, html: payPage(session, '') };
  const paid = payBy(store, session, form.get('quick') ?? form.get('number') ?? '');
  return paid.kind === 'go' ? { status: 303, location: paid.url } : { status: 200, html: payPage(session, paid.why) };
}

function answerConfirm(store: Store, intent: Thing, form: URLSearchParams | null): PageAnswer {
  const session = store.things.get(textOf(intent, '_session') ?? '');
  const next = intent['next_action'];
  const redirect = typeof next === 'object' && next !== null && !Array.isArray(next) ? next['redirect_to_url'] : null;
  const url = typeof redirect === 'object' && redirect !== null && !Array.isArray(redirect) ? redirect['return_url'] : null;
  if (textOf(intent, 'status') !== 'requires_action') return gone;
  if (form === null) return { status: 200, html: confirmPage(intent) };
  const decided = decide(store, intent.id, form.get('outcome') === 'succeeded' ? 'succeeded' : 'failed');
  const isDone = textOf(decided, 'status') === 'succeeded';
  if (session !== undefined && isDone) completeSession(store, session, 'succeeded');
  if (session !== undefined && !isDone) return { status: 303, location: `${store.origin()}/pay/${session.id}` };
  if (typeof url !== 'string') throw invalid('There is nowhere to go back to.');
  return { status: 303, location: url };
}
