/** Who owns the account, and handing it over: offered by the owner, accepted by the other one, never without an owner in between. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findAccount, findOwners, holdAccount } from '#core/accounts/server/accounts.service.ts';
import { membersAmong, swapOwner } from '#core/accounts/server/ending.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import type { ownershipCalls } from '../ownership.contract.ts';
import { isOwner, mayClose, ownershipLimits } from '../ownership.rules.ts';
import { endOldOffers, insertOffer, lockOffer, openOffer, settleOffer } from './offers.queries.ts';
import { mailTo } from './ownership.mail.ts';

/** The signed-in owner. Throws `not_allowed`. */
export function requireOwner(ctx: Ctx): UserActor {
  const actor = requireUser(ctx);
  if (!isOwner(actor.role)) throw notAllowed('account.own');
  return actor;
}

/** Somebody who signs in with a bare name has none. */
async function hasProvenAddress(db: Db, userId: string): Promise<boolean> {
  const person = await findPerson(db, userId);
  return person !== null && person.emailVerifiedAt !== null && person.email.includes('@');
}

const tab = '/settings?tab=data';

/** Refreshes open screens of both sides; where rights changed hands, their subscriptions too. */
async function tellBoth(ctx: Ctx, tx: Db, both: { from: string; to: string; rights?: 'changed' }): Promise<void> {
  for (const userId of [both.from, both.to]) {
    await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'ownership' });
    if (both.rights === 'changed') await ctx.bus.push(tx, { topic: `user:${userId}`, kind: 'rights' });
  }
}

export async function overview(ctx: Ctx): Promise<ResultIn<typeof ownershipCalls.overview>> {
  const actor = requireUser(ctx);
  const { read } = ctx.db;
  const owns = isOwner(actor.role);
  // a closed account waits for its end, and nothing in it is handed over
  const isClosed = actor.seat?.accountState === 'closed';
  const open = await openOffer(read, actor.accountId);
  const offer = open !== null && open.endsAt.getTime() > ctx.now() ? open : null;
  const about = [...(await findOwners(read, actor.accountId)), ...(offer === null ? [] : [offer.fromUserId, offer.toUserId])];
  const members = isClosed ? [] : await membersAmong(read, { accountId: actor.accountId, ids: about, now: ctx.now() });
  const nameOf = (id: string) => ({ id, name: members.find((one) => one.id === id)?.name ?? '' });
  const owner = members.find((one) => isOwner(one.role));
  const mine = offer?.toUserId === actor.userId;
  return {
    owner: owner === undefined ? null : { id: owner.id, name: owner.name },
    offer:
      offer === null || !(owns || mine)
        ? null
        : {
            id: offer.id,
            from: nameOf(offer.fromUserId),
            to: nameOf(offer.toUserId),
            createdAt: offer.createdAt.getTime(),
            endsAt: offer.endsAt.getTime(),
          },
    rights: {
      owner: owns,
      export: actor.scope.includes('account.export'),
      close: owns && mayClose({ kind: actor.accountKind }) && (actor.seat?.accountState ?? 'active') === 'active',
      answer: mine,
      leave: !owns,
    },
  };
}

/** Throws `proof_needed`, or `not_possible` while another offer waits, or when the other person has no proven address. */
export async function offer(ctx: Ctx, { userId }: Parsed<typeof ownershipCalls.offer>['body']): Promise<{ done: true }> {
  const actor = requireOwner(ctx);
  await requireProof(ctx);
  const { accountId } = actor;
  // the system's hands: an owner writes nothing into the places of others
  await ctx.system.write(async (tx) => {
    await holdAccount(tx, accountId);
    const [to] = await membersAmong(tx, { accountId, ids: [userId], now: ctx.now() });
    if (to === undefined) throw notFound();
    await endOldOffers(tx, new Date(ctx.now()), accountId);
    if (isOwner(to.role) || !(await hasProvenAddress(tx, userId)) || (await openOffer(tx, accountId)) !== null)
      throw new Failure('not_possible');
    const endsAt = ctx.now() + ownershipLimits.offerDays * 86_400_000;
    await insertOffer(tx, {
      id: newId(ctx.now()),
      accountId,
      fromUserId: actor.userId,
      toUserId: userId,
      state: 'offered',
      createdAt: new Date(ctx.now()),
      endsAt: new Date(endsAt),
    });
    await record(ctx, tx, { action: 'ownership.offered', subjectKind: 'user', subjectId: userId });
    const account = (await findAccount(tx, accountId))?.name ?? '';
    const data = { account, from: actor.name };
    await mailTo(ctx, tx, { mail: 'offered', userId, accountId, data, when: endsAt, path: tab });
    await tellBoth(ctx, tx, { from: actor.userId, to: userId });
  });
  return { done: true };
}

/** Accepting needs a proof as well. Throws `not_possible` when it is over, or the places have changed meanwhile. */
export async function answerOffer(
  ctx: Ctx,
  id: string,
  body: Parsed<typeof ownershipCalls.answer>['body'],
): Promise<{ done: true }> {
  const actor = requireUser(ctx);
  const found = await ctx.db.write((tx) => openOffer(tx, actor.accountId));
  const who = body.answer === 'withdraw' ? found?.fromUserId : found?.toUserId;
  if (found === null || found.id !== id || who !== actor.userId) throw notFound();
  if (body.answer === 'accept') await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    await holdAccount(tx, actor.accountId);
    const held = await lockOffer(tx, id);
    const at = new Date(ctx.now());
    if (held === null || held.state !== 'offered' || held.endsAt <= at) throw new Failure('not_possible');
    const states = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' } as const;
    await settleOffer(tx, id, { state: states[body.answer], at });
    const { fromUserId: from, toUserId: to, accountId } = held;
    if (body.answer !== 'accept') {
      await record(ctx, tx, { action: `ownership.${states[body.answer]}`, subjectKind: 'user', subjectId: to });
      await tellBoth(ctx, tx, { from, to });
      return;
    }
    if (!(await hasProvenAddress(tx, to)) || !(await swapOwner(tx, { accountId, from, to }))) throw new Failure('not_possible');
    await record(ctx, tx, { action: 'ownership.accepted', subjectKind: 'user', subjectId: to, data: { from } });
    const account = (await findAccount(tx, accountId))?.name ?? '';
    for (const userId of [from, to])
      await mailTo(ctx, tx, { mail: 'changed', userId, accountId, data: { account, owner: actor.name }, path: tab });
    await tellBoth(ctx, tx, { from, to, rights: 'changed' });
  });
  return { done: true };
}
