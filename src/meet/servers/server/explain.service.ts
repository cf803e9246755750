/** Explains where a meeting would go and why, by the calculation of placement itself. */
import type { Parsed } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { PlacementExplained } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { accountWish } from './account-placement.service.ts';
import { loadOf, mustManage, type PoolNeighbours, plainRequest } from './pool-view.service.ts';
import { choose } from './servers.service.ts';

const tidy = (load: number) => Math.round(load * 10) / 10;

export async function explain(
  ctx: Ctx,
  ask: Parsed<typeof serversCalls.explain>['body'],
  neighbours: PoolNeighbours,
): Promise<PlacementExplained> {
  mustManage(ctx);
  const room = ask.roomId === undefined ? undefined : await neighbours.roomFor(ctx, ask.roomId);
  if (room === null) throw notFound();
  const known = room?.size ?? plainRequest.size;
  const wish = await accountWish(ctx.system.read, ask.accountId ?? room?.accountId);
  const request = {
    ...plainRequest,
    key: ask.roomId ?? '',
    size: { ...known, hint: ask.sizeHint ?? known.hint },
    tags: { required: ask.tags ?? [], preferred: [] },
    pools: ask.pool === undefined ? wish.pools : { required: [ask.pool], preferred: [] },
    region: wish.region,
  };
  const { placement, rows } = await choose(ctx, ctx.system.read, { request, reservations: await neighbours.reservations(ctx) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const figures = (one: { id: string; reserved: number; load: number }) => {
    const row = byId.get(one.id);
    const load = row === undefined ? 0 : tidy(loadOf(row));
    return { id: one.id, name: row?.name ?? '', load, reserved: tidy(one.reserved), predicted: tidy(one.load) };
  };
  return {
    chosen: placement.candidates[0]?.id ?? null,
    expectedPeople: placement.expected.people,
    expectedFrom: placement.expected.source,
    candidates: [
      ...placement.candidates.map((one) => ({
        ...figures(one),
        out: [],
        preferred: one.concerns.length === 0 && one.unmet.length === 0,
      })),
      ...placement.out.map((one) => ({ ...figures(one), out: [...one.reasons], preferred: false })),
    ],
  };
}
