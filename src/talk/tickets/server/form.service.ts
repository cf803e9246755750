/** What the form of a new ticket needs. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { supportAddress } from '#core/inbound/server/support-address.service.ts';
import { afterBusinessMinutes } from '../promise.rules.ts';
import type { issuesCalls } from '../tickets.contract.ts';
import { customerOf, sellerFor } from './place.service.ts';
import { hoursOf, supportOf } from './promise.service.ts';
import { kindsFor, snapshotOf, thingFor } from './snapshot.service.ts';
import { pathOf } from './views.service.ts';

type IssuesCalls = typeof issuesCalls;
export async function formFor(
  ctx: Ctx,
  { kind, id }: Parsed<IssuesCalls['form']>['query'],
): Promise<ResultIn<IssuesCalls['form']>> {
  const actor = customerOf(ctx, 'tickets.create');
  // hours and name of the seller, which the wall hides from its customers
  const { read } = ctx.system;
  const sellerId = await sellerFor(read, actor.accountId);
  if (sellerId === null) throw new Failure('no_seller');
  const { minutes } = await supportOf(read, actor.accountId);
  const about = kind === undefined || id === undefined ? null : await thingFor(ctx, { kind, id });
  return {
    seller: (await findAccountNames(read, [sellerId])).get(sellerId) ?? '',
    answerBy: minutes === null ? null : afterBusinessMinutes(await hoursOf(read, sellerId), ctx.now(), minutes),
    mail: supportAddress(ctx),
    about: about === null ? null : { ...about, path: pathOf(about.kind, about.id) },
    kinds: kindsFor(actor.scope),
    attach: true,
  };
}

export async function snapshotFor(
  ctx: Ctx,
  query: Parsed<IssuesCalls['snapshot']>['query'],
): Promise<ResultIn<IssuesCalls['snapshot']>> {
  customerOf(ctx, 'tickets.create');
  const snapshot = await snapshotOf(ctx, query);
  if (snapshot === null) throw notFound();
  return snapshot;
}
