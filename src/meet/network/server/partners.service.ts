/** Accounts that agreed to be partners. One gives its code to the other by hand, the other asks, and the first agrees. */
import { randomBytes } from 'node:crypto';
import { Failure, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { findAccount, findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { networkCalls } from '../network.contract.ts';
import { codeIn, codeOf, networkLimits } from '../network.rules.ts';
import { managerOf, tellBoth } from './network.service.ts';
import {
  acceptPartner,
  accountOfCode,
  codeOfAccount,
  countPartners,
  deletePartner,
  insertPartner,
  partnersOf,
  putCode,
} from './partners.queries.ts';

type DoneResult = { done: true };
const done: DoneResult = { done: true };

async function makeCode(ctx: Ctx, accountId: string): Promise<string> {
  const code = codeOf(randomBytes(16));
  await ctx.system.write((tx) => putCode(tx, { accountId, code, madeAt: new Date(ctx.now()) }));
  return code;
}

export async function partners(ctx: Ctx): Promise<ResultIn<typeof networkCalls.partners>> {
  const actor = managerOf(ctx);
  const rows = await partnersOf(ctx.db.read, actor.accountId, networkLimits.partners);
  const other = (row: (typeof rows)[number]) => (row.accountId === actor.accountId ? row.partnerId : row.accountId);
  const vendorId = (await findStanding(ctx.db.read, actor.accountId))?.vendorAccountId ?? null;
  // who asked gave their name with it, and so did an account that agreed; one that was asked stays unnamed before it answers
  const known = rows.filter((row) => row.state === 'accepted' || row.partnerId === actor.accountId).map(other);
  const names = await findAccountNames(ctx.system.read, vendorId === null ? known : [...known, vendorId]);
  return {
    code: (await codeOfAccount(ctx.db.read, actor.accountId)) ?? (await makeCode(ctx, actor.accountId)),
    vendor: vendorId === null ? null : (names.get(vendorId) ?? null),
    items: rows.map((row) => ({
      id: row.id,
      name: names.get(other(row)) ?? '',
      account: row.state === 'accepted' ? other(row) : '',
      state: row.state === 'accepted' ? 'accepted' : row.accountId === actor.accountId ? 'asked' : 'asks',
      at: (row.answeredAt ?? row.createdAt).getTime(),
    })),
  };
}

export async function newCode(ctx: Ctx): Promise<{ code: string }> {
  const actor = managerOf(ctx);
  await ctx.limits.use(`network-code:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  return { code: await makeCode(ctx, actor.accountId) };
}

/** Asks the account with that code. Throws `code_unknown`, `own_code`, `partners_already`. */
export async function ask(ctx: Ctx, typed: string): Promise<DoneResult> {
  const actor = managerOf(ctx);
  await ctx.limits.use(`network-ask:${actor.accountId}`, { max: 30, windowSeconds: 3600 });
  const code = codeIn(typed);
  // a code of another account, hence the system's eyes
  const partnerId = code === null ? null : await accountOfCode(ctx.system.read, code);
  const partner = partnerId === null ? null : await findAccount(ctx.system.read, partnerId);
  const unknown = () => new Failure('code_unknown', { fields: { 'body.code': 'code_unknown' } });
  if (partner === null || partner.state !== 'active') throw unknown();
  if (partner.id === actor.accountId) throw new Failure('own_code', { fields: { 'body.code': 'own_code' } });
  try {
    await ctx.system.write(async (tx) => {
      if ((await countPartners(tx, actor.accountId)) >= networkLimits.partners)
        throw new Failure('limit_reached', { data: { limit: networkLimits.partners } });
      await insertPartner(tx, {
        id: newId(ctx.now()),
        accountId: actor.accountId,
        partnerId: partner.id,
        state: 'asked',
        askedBy: actor.userId,
        answeredBy: null,
        createdAt: new Date(ctx.now()),
        answeredAt: null,
      });
      await recordForBoth(ctx, tx, {
        action: 'network.partner-asked',
        subjectKind: 'account',
        subjectId: actor.accountId,
        accountId: partner.id,
      });
      await tellBoth(ctx, tx, [actor.accountId, partner.id]);
    });
  } catch (error) {
    if (isDuplicate(error, 'network_partners_pair'))
      throw new Failure('partners_already', { fields: { 'body.code': 'partners_already' } });
    throw error;
  }
  return done;
}

/** Agrees; only the side that was asked can. */
export async function accept(ctx: Ctx, id: string): Promise<DoneResult> {
  const actor = managerOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await acceptPartner(tx, { id, partnerId: actor.accountId }, { userId: actor.userId, at: new Date(ctx.now()) });
    if (row === null) throw notFound();
    await recordForBoth(ctx, tx, {
      action: 'network.partner-accepted',
      subjectKind: 'account',
      subjectId: actor.accountId,
      accountId: row.accountId,
    });
    await tellBoth(ctx, tx, [row.accountId, row.partnerId]);
    return done;
  });
}

/** Ends it, whichever side asks; the database closes what was shared through it. */
export async function part(ctx: Ctx, id: string): Promise<DoneResult> {
  const actor = managerOf(ctx);
  return ctx.system.write(async (tx) => {
    const row = await deletePartner(tx, { id, accountId: actor.accountId });
    if (row === null) throw notFound();
    const other = row.accountId === actor.accountId ? row.partnerId : row.accountId;
    await recordForBoth(ctx, tx, {
      action: 'network.partner-ended',
      subjectKind: 'account',
      subjectId: actor.accountId,
      accountId: other,
    });
    await tellBoth(ctx, tx, [actor.accountId, other]);
    return done;
  });
}
