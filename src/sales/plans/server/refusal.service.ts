/** What stands in a refusal because of a plan: the limit by the name that programs know, the figures, the plan that lifts it, and a sentence. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { wordsFrom } from '#kit/server/words.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { serviceOf } from '#core/accounts/server/use.service.ts';
import { type Figures, limitNamed, needOf, sentenceOf } from '../lifting.rules.ts';
import { liftedBy, type Lifting } from './lifting.service.ts';

const folder = new URL('../text/', import.meta.url);

/** `because`: `unpaid` when a bill is open and no plan would help. `text`: a sentence in the reader's language. */
export type Told = {
  key: string;
  because: 'plan' | 'unpaid';
  plan: string | null;
  planId: string | null;
  text: string;
  link: string;
};
/** `offers`: `left` for readers who cannot buy anyway, and come in crowds. */
type Ask = Figures & { accountId: string; limit: LimitName; locale: string; offers?: 'told' | 'left' };

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** In that language, with figures as it writes them. */
async function sentence(ask: Ask & { name: string; lifting: Lifting | null; unpaid: 'yes' | 'no' }): Promise<string> {
  const { locale, limit, lifting } = ask;
  const kind = ask.unpaid === 'yes' ? 'unpaid' : sentenceOf(ask);
  const lifted = ask.unpaid === 'yes' || lifting === null ? null : kind === 'absent' ? 'included' : 'lifted';
  const keys = [`limit.${limit}`, `refusal.${kind}`, ...(lifted === null ? [] : [`refusal.${lifted}`])];
  const found = await wordsFrom(folder, { locale, keys });
  if (found === null) return '';
  const [name = '', ...sentences] = found.words;
  const figure = (n: number | null) => (n ?? 0).toLocaleString(found.locale);
  const values = { limit: name, used: figure(ask.used), max: figure(ask.max), plan: lifting?.name ?? '' };
  return sentences.map((one) => filled(one, values)).join(' ');
}

/** Null for a limit that no plan carries. */
export async function toldOfLimit(ctx: Ctx, ask: Ask): Promise<Told | null> {
  const named = limitNamed(ask.limit);
  if (named === undefined) return null;
  const unpaid = ask.max === 0 && (await serviceOf(ctx.system.read, ask.accountId)) === 'restricted';
  const lifting = unpaid || ask.offers === 'left' ? null : await liftedBy(ctx, { ...ask, need: needOf(ask) });
  const text = await sentence({ ...ask, name: named.name, lifting, unpaid: unpaid ? 'yes' : 'no' });
  return {
    key: named.name,
    because: unpaid ? 'unpaid' : 'plan',
    plan: lifting?.name ?? null,
    planId: lifting?.planId ?? null,
    text,
    link: unpaid ? '/invoices' : '/purchase-plan',
  };
}

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Adds all this for readers of the account itself; others read the bare refusal, without figures of somebody else's account. */
export async function explainLimit(ctx: Ctx, failure: Failure): Promise<Failure> {
  const { accountId, limit } = failure.data;
  const named = limitNamed(limit);
  if (failure.code !== 'limit_reached' || typeof accountId !== 'string' || named === undefined) return failure;
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.accountId !== accountId)
    return new Failure(failure.code, { data: { limit: named.key }, fields: failure.fields });
  const { accountId: _own, ...data } = failure.data;
  const figures = { used: numberOr(data['used']), wanted: numberOr(data['wanted']), max: numberOr(data['max']) ?? 0 };
  const told = await toldOfLimit(ctx, { ...figures, accountId, limit: named.key, locale: ctx.locale });
  return new Failure(failure.code, { data: { ...data, ...told }, fields: failure.fields });
}
