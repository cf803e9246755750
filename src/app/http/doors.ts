/** The permission catalogue, and what may be done in somebody's name, handed to the kit that mounts calls. */
import { everHeldBy } from '#core/iam/iam.rules.ts';
import { mayActFor } from '#core/identity/acting.rules.ts';
import { proveServerNews } from '#connect/endpoint/server/hook-news.service.ts';
import { proveAnalytics } from '#meet/meetings/server/attendance/analytics.service.ts';
import type { MountRights } from '#kit/server/http/mount.ts';
import { explainLimit } from '#sales/plans/server/refusal.service.ts';

/** What servers of the pool send may be long. */
const proveSender: NonNullable<MountRights['proveSender']> = {
  'meetings.analyticsCallback': proveAnalytics,
  'endpoint.serverNews': proveServerNews,
};

export const doors: MountRights = { everHeldBy, mayActFor, explain: explainLimit, proveSender };
