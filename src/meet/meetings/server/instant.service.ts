/** A meeting that a visitor starts on the start page, in the account that the operator named for it: short, small and not recorded. */
import { Failure, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { entitlementsFor, findAccount, findOwners } from '#core/accounts/server/accounts.service.ts';
import { standInFor } from '#core/accounts/server/stand-in.service.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import type { meetingsCalls } from '../meetings.contract.ts';
import { instantLimits } from '../meetings.rules.ts';
import { guestKey } from './guest-key.service.ts';
import { joinRoom } from './join.service.ts';

type MeetingsCalls = typeof meetingsCalls;

/** The account as its owner, who may make rooms there. Throws `not_found` where visitors may start none. */
async function instantHost(ctx: Ctx): Promise<{ host: Ctx; accountId: string }> {
  const { instantAccountId: accountId, guests } = (await platformNow(ctx)).features;
  const account = accountId === null || !guests ? null : await findAccount(ctx.system.read, accountId);
  if (account?.state !== 'active') throw notFound();
  const [userId] = await findOwners(ctx.system.read, account.id);
  const host =
    userId === undefined ? null : await standInFor(ctx, { accountId: account.id, userId, scope: ['rooms.view', 'rooms.create'] });
  if (host === null) throw notFound();
  return { host, accountId: account.id };
}

const atMost = (most: number, ofPlan: number | null): number => Math.min(most, ofPlan ?? most);

/** What stands in the way is the operator's matter: a visitor hears that there is no meeting now. */
async function ready<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure && closedFor.includes(error.code)) throw new Failure('instant_unavailable');
    throw error;
  }
}
const closedFor: readonly string[] = ['limit_reached', 'room_full', 'no_server', 'server_failed', 'server_insecure'];

type InstantStart = { host: Ctx; accountId: string; name: string };
async function startFor(ctx: Ctx, { host, accountId, name }: InstantStart): Promise<ResultIn<MeetingsCalls['startInstant']>> {
  const plan = await entitlementsFor(ctx.system.read, accountId);
  // nothing that the account sets for its own rooms counts: a code or a lobby would keep out those who get the link
  const { slug, id } = await createRoom(host, {
    name,
    ...{ viewerCode: null, moderatorCode: null, lobby: false, signInRequired: false, anyoneCanStart: false, record: false },
    options: { organisationOnly: false },
    maxPeople: atMost(instantLimits.people, plan.peoplePerMeeting),
    maxMinutes: atMost(instantLimits.minutes, plan.minutesPerMeeting),
    eraseAt: new Date(ctx.now() + instantLimits.keptMs),
  });
  const room = await roomOf(ctx.system.read, id);
  if (room === null) throw notFound();
  const guest: Ctx = { ...ctx, actor: { kind: 'nobody' } };
  const seat = { room, name, key: guestKey(ctx, id), entry: { as: 'moderator', guest: 'known' }, consent: 'not-asked' } as const;
  return { ...(await joinRoom(guest, seat, 'may-start')), slug };
}

/** Throws what the bot check says, `instant_unavailable`, and `too_many_requests` for a network that starts many. */
export async function startInstant(
  ctx: Ctx,
  { name, challenge }: Parsed<MeetingsCalls['startInstant']>['body'],
): Promise<ResultIn<MeetingsCalls['startInstant']>> {
  const { host, accountId } = await instantHost(ctx);
  await requireHuman(ctx, { answer: challenge, form: 'instant_meeting' });
  await ctx.limits.use(`instant:${callerIn(ctx.caller.address)}`, instantLimits.perNetwork);
  return ready(() => startFor(ctx, { host, accountId, name }));
}
