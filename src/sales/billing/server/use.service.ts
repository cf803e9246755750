/** What an account uses of what its plan allows. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { countsOfAccount } from '#core/iam/server/counts.service.ts';
import { libraryBytes, minutesUsed } from '#core/accounts/server/use.service.ts';
import { countPlaces } from '#core/accounts/server/places.service.ts';
import { useOf } from '#meet/meetings/server/attendance/use.service.ts';
import { roomCount } from '#meet/rooms/server/live.service.ts';
import type { SubscriptionPage } from '../billing.contract.ts';
import { type UseKey, useKeys } from '../use.rules.ts';

type Use = SubscriptionPage['use'];
const dayMs = 86_400_000;

/** Now; of the last thirty days the highest, where it is a matter of moments. */
export async function useOfAccount(ctx: Ctx, of: { accountId: string; plan: Entitlements; recordedBytes: number }): Promise<Use> {
  const { accountId, plan } = of;
  const db = ctx.db.read;
  const now = new Date(ctx.now());
  const [rooms, people, meetings, counts, minutes, library] = await Promise.all([
    roomCount(db, accountId),
    countPlaces(db, accountId),
    useOf(db, { accountId, since: new Date(ctx.now() - 30 * dayMs), now }),
    countsOfAccount(db, { accountId, now: ctx.now() }),
    minutesUsed(db, { accountId, at: ctx.now() }),
    libraryBytes(db, accountId),
  ]);
  const used: Readonly<Record<UseKey, number | null>> = {
    meetingsAtOnce: meetings.meetingsPeak,
    peopleAtOnce: meetings.peoplePeak,
    peoplePerMeeting: meetings.fullestPeak,
    minutesPerMeeting: meetings.longestPeak,
    minutesPerMonth: minutes,
    rooms,
    people,
    groups: counts.groups,
    recordingGb: Math.round(of.recordedBytes / 1e7) / 100,
    // how long something is kept is no use of anything
    recordingDays: null,
    // counted by domains that come later
    callsPerMinute: null,
    webhooks: null,
    accessKeys: counts.accessKeys,
    ltiPlatforms: null,
    // how far back something can be read is no use of it either
    auditDays: null,
    analyticsDays: null,
    libraryGb: Math.round(library / 1e7) / 100,
    fileMb: null,
    filePages: null,
  };
  return useKeys.map((key) => ({ key, used: used[key], max: plan[key] }));
}
