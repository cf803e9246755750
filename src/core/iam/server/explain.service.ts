/** What people may do, why, and whether they ever do it. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { ActorPolicy } from '#kit/reach.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import type { iamCalls } from '../iam.contract.ts';
import {
  type AccountKind,
  everHeldBy,
  isAboutThings,
  isPermission,
  namesFor,
  presets,
  statementsOfPreset,
} from '../iam.rules.ts';
import { accountItself, decide, type PolicyThing } from '../policy.rules.ts';
import { reachOf } from '../reach.rules.ts';
import { beyond, handOf, holder } from './grants.service.ts';
import { findMember } from './members.service.ts';
import { findCompany, policyFor } from './principals.service.ts';
import { usesOf } from './uses.queries.ts';

/** Somebody of an account, with what statements let them do at the moment that is asked about. */
export type AskedFor = { userId: string; accountId: string; accountKind: AccountKind; policy: ActorPolicy };
export type AskedThing = { action: string; kind: 'room' | 'recording'; id: string };
/** How requests name that thing of that account, and whether it is the person's own for the action; null: there is none. */
export type ThingOf = (ctx: Ctx, person: AskedFor, asked: AskedThing) => Promise<PolicyThing | null>;

const refused = (by: 'suspended' | 'not_found') => ({
  allowed: false,
  reason: { by, source: null, statementId: null },
});

/** Whether that person may do it to that thing. Somebody who is out may do nothing, whatever was given to them. */
export async function explain(
  ctx: Ctx,
  id: string,
  { body, thingOf }: { body: Parsed<typeof iamCalls.explain>['body']; thingOf: ThingOf },
): Promise<ResultIn<typeof iamCalls.explain>> {
  const actor = holder(ctx, 'iam.view');
  // system: a person's second factors belong to no account
  const found = await findMember(ctx, ctx.system.read, id);
  const account = await findAccount(ctx.db.read, actor.accountId);
  const company = await findCompany(ctx.db.read, { accountId: actor.accountId, userId: id });
  if (company === null || account === null) throw notFound();
  if (!isPermission(body.action) || !everHeldBy(body.action, account.kind)) return refused('not_found');
  if (found.state !== 'active') return refused('suspended');
  const at = { mfa: body.mfa, ip: body.ip, now: body.at ?? ctx.now() };
  const person = { userId: id, accountId: actor.accountId, accountKind: account.kind, policy: policyFor(company, at) };
  const { kind, id: thingId, own } = body.thing;
  const thing =
    kind === 'account' || thingId === null
      ? { ...accountItself, own }
      : ((await thingOf(ctx, person, { action: body.action, kind, id: thingId })) ?? {
          names: [`${kind}/${thingId}`],
          own: false,
        });
  const { allowed, ...reason } = decide(company.principal, company.people, { action: body.action, thing, at });
  return { allowed, reason };
}

/** Every name that the person holds with its reach and its last use. */
export async function uses(ctx: Ctx, id: string): Promise<ResultIn<typeof iamCalls.uses>> {
  const actor = holder(ctx, 'iam.view');
  const company = await findCompany(ctx.db.read, { accountId: actor.accountId, userId: id });
  if (company === null) throw notFound();
  const last = await usesOf(ctx.db.read, { accountId: actor.accountId, userId: id });
  // with a second factor and from anywhere in time: what could be used at all
  const at = { mfa: true, ip: '', now: ctx.now() };
  const { principal, people } = company;
  const items = namesFor(actor.accountKind).flatMap((name) => {
    const reach = reachOf(principal, people, { action: name, at });
    const held = isAboutThings(name)
      ? reach.is !== 'nothing'
      : decide(principal, people, { action: name, thing: accountItself, at }).allowed;
    if (!held) return [];
    const wide = reach.is === 'everything' || !isAboutThings(name);
    const how = wide ? ('everything' as const) : reach.is === 'own' ? ('own' as const) : ('some' as const);
    return [{ name, reach: how, lastUsedAt: last.get(name) ?? null }];
  });
  return { items };
}

/** What can be given here, and what of it the actor may give. */
export async function catalogue(ctx: Ctx): Promise<ResultIn<typeof iamCalls.catalogue>> {
  const actor = holder(ctx, 'iam.view');
  const hand = await handOf(ctx, ctx.db.read);
  return {
    permissions: namesFor(actor.accountKind).map((name) => ({
      name,
      mine: hand(name).is !== 'nothing',
      things: isAboutThings(name),
    })),
    presets: presets
      .filter((preset) => preset !== 'owner')
      .map((preset) => ({
        preset,
        statements: [...statementsOfPreset(preset)],
        mine: beyond(hand, actor, statementsOfPreset(preset)) === null,
      })),
  };
}
