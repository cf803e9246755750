/** What stands in a refusal because of a plan: the limit by the name that programs know, the figures, the plan that lifts it, and a sentence. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { wordsFrom } from '#kit/server/words.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { restingSentence } from '#core/accounts/server/resting.service.ts';
import { heldBy } from '#core/accounts/server/use.service.ts';
import { type Figures, limitNamed, needOf, sentenceOf } from '../lifting.rules.ts';
import { liftedBy, type Lifting } from './lifting.service.ts';

const folder = new URL('../text/', import.meta.url);

/**
 * `because`: `unpaid` when a bill is open and no plan would help. `text`: a sentence in the reader's language. `link`: a path of this site
 * where the reader can do something about it; null for readers who may not, and whom the text sends to an owner.
 */
export type RefusalText = {
  key: string;
  because: 'plan' | 'unpaid';
  plan: string | null;
  planId: string | null;
  text: string;
  link: string | null;
};
/** `offers`: `left` for readers who cannot buy anyway, and come in crowds. `scope`: what the reader may do in the account, where it is known. */
type Ask = Figures & {
  accountId: string;
  limit: LimitName;
  locale: string;
  offers?: 'told' | 'left';
  scope?: readonly string[];
  /** What was asked for is one of those that are too many. */
  rests?: 'yes';
};

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Where the reader can lift it: the open bills, the plan that the account has, or those on sale. Null: not theirs to do. */
function wayOf({ scope }: Ask, unpaid: 'yes' | 'no', plan: object | null): string | null {
  if (scope !== undefined && !scope.includes(unpaid === 'yes' ? 'invoices.view' : 'subscriptions.purchase')) return null;
  if (unpaid === 'yes') return '/invoices';
  return plan === null ? '/purchase-plan' : '/my-subscriptions';
}

/** In that language, with figures as it writes them. */
async function sentence(ask: Ask & { name: string; lifting: Lifting | null; unpaid: 'yes' | 'no' }): Promise<string> {
  const { locale, limit, lifting } = ask;
  const kind = ask.unpaid === 'yes' ? 'unpaid' : sentenceOf(ask);
  const lifted = ask.unpaid === 'yes' || lifting === null ? null : kind === 'absent' ? 'included' : 'lifted';
  const asks = wayOf(ask, ask.unpaid, null) === null ? [ask.unpaid === 'yes' ? 'refusal.askUnpaid' : 'refusal.ask'] : [];
  const keys = [`limit.${limit}`, `refusal.${kind}`, ...(lifted === null ? [] : [`refusal.${lifted}`]), ...asks];
  const found = await wordsFrom(folder, { locale, keys });
  if (found === null) return '';
  const [name = '', ...sentences] = found.words;
  const figure = (n: number | null) => (n ?? 0).toLocaleString(found.locale);
  const values = { limit: name, used: figure(ask.used), max: figure(ask.max), plan: lifting?.name ?? '' };
  const said = sentences.map((one) => filled(one, values));
  if (ask.rests === 'yes') said.splice(1, 0, await restingSentence(locale));
  return said.join(' ');
}

/** Null for a limit that no plan carries. */
export async function toldOfLimit(ctx: Ctx, ask: Ask): Promise<RefusalText | null> {
  const named = limitNamed(ask.limit);
  if (named === undefined) return null;
  const { plan, service } = await heldBy(ctx.system.read, ask.accountId);
  const unpaid = ask.max === 0 && ask.rests === undefined && service === 'restricted' ? 'yes' : 'no';
  const need = ask.rests === 'yes' ? (ask.used ?? 0) : needOf(ask);
  const lifting = unpaid === 'yes' || ask.offers === 'left' ? null : await liftedBy(ctx, { ...ask, need });
  const text = await sentence({ ...ask, name: named.name, lifting, unpaid });
  return {
    key: named.name,
    because: unpaid === 'yes' ? 'unpaid' : 'plan',
    plan: lifting?.name ?? null,
    planId: lifting?.planId ?? null,
    text,
    link: wayOf(ask, unpaid, plan),
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
  const told = await toldOfLimit(ctx, {
    ...figures,
    accountId,
    limit: named.key,
    locale: ctx.locale,
    scope: actor.scope,
    ...(data['rests'] === true && { rests: 'yes' }),
  });
  return new Failure(failure.code, { data: { ...data, ...told }, fields: failure.fields });
}
