/** What an account uses of what its plan allows. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { countPlaces } from '#core/accounts/server/places.service.ts';
import { useOf } from '#meet/meetings/server/use.service.ts';
import { roomCount } from '#meet/rooms/server/live.service.ts';
import type { SubscriptionPage } from '../billing.contract.ts';

type Use = SubscriptionPage['use'];
const dayMs = 86_400_000;

/** Now; of the last thirty days the highest, where it is a matter of moments. */
export async function useOfAccount(ctx: Ctx, of: { accountId: string; plan: Entitlements; recordedBytes: number }): Promise<Use> {
  const { accountId, plan } = of;
  const db = ctx.db.read;
  const now = new Date(ctx.now());
  const [rooms, people, meetings] = await Promise.all([
    roomCount(db, accountId),
    countPlaces(db, accountId),
    useOf(db, { accountId, since: new Date(ctx.now() - 30 * dayMs), now }),
  ]);
  return [
    { key: 'rooms', used: rooms, max: plan.rooms },
    { key: 'meetingsAtOnce', used: meetings.meetingsPeak, max: plan.meetingsAtOnce },
    { key: 'peopleAtOnce', used: meetings.peoplePeak, max: plan.peopleAtOnce },
    { key: 'peoplePerMeeting', used: meetings.fullestPeak, max: plan.peoplePerMeeting },
    { key: 'people', used: people, max: plan.people },
    { key: 'recordingGb', used: Math.round(of.recordedBytes / 1e7) / 100, max: plan.recordingGb },
  ];
}
