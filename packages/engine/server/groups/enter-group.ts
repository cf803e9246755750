/** How people change between the main room and its groups. */
import { sessionToken } from '@atrium/bbb/ids';
import * as z from 'zod/mini';
import type { GroupEntry, GroupEntryError } from '#protocol/entering.ts';
import { groupsStateOf, passInGroup, passInMainRoom, userIdInGroup } from '#server/groups/group-meetings.ts';
import { meetingOfGroup } from '#server/groups/keep-groups.ts';
import { pastOf } from '#server/meetings.ts';
import type { Engine, Meeting, JoinPass } from '#server/model.ts';
import { locksOf } from '#server/rights.ts';
import { isFull, PLACE_HELD_MS } from '#server/seats.ts';
import { hashOf } from '#server/tokens.ts';
import { type GroupRun, groupNumber, groupPerson, type RunningGroup } from '#topics/groups/group-schemas.ts';
import { groupsTopic } from '#topics/groups/groups.topic.ts';
import { locksTopic } from '#topics/locks/locks.topic.ts';

export const groupEntryRequest = z.object({
  sessionToken: z.string().check(z.minLength(1), z.maxLength(200)),
  to: groupNumber,
});

const isOf = ({ people }: RunningGroup, { externalId }: JoinPass): boolean => people.some(({ key }) => key === externalId);

function mayEnter(run: GroupRun, group: RunningGroup, pass: JoinPass): boolean {
  return isOf(group, pass) || pass.role === 'moderator' || run.mode === 'free' || run.mayChange;
}

/** The token of a pass is known to its person alone, so each entry gives a new one. */
function passFor(engine: Engine, own: JoinPass, meeting: Meeting): string {
  const token = sessionToken();
  const before = passInGroup(own, meeting);
  if (before !== undefined) {
    engine.passes.delete(before.tokenHash);
    meeting.passes.delete(before.tokenHash);
  }
  const made: JoinPass = { ...own, meeting, userId: userIdInGroup(own, meeting.plan.breakout?.sequence ?? 0), tokenHash: '' };
  const pass = before ?? made;
  const { name, role } = own;
  Object.assign(pass, { name, role, tokenHash: hashOf(token), heldUntil: engine.clock.now() + PLACE_HELD_MS });
  // a no counts wherever it was said
  if (own.consent !== 'open' && pass.consent !== 'nothing') pass.consent = own.consent;
  meeting.passes.set(pass.tokenHash, pass);
  engine.passes.set(pass.tokenHash, pass);
  if (locksOf(own.meeting).exempt.includes(own.userId))
    meeting.topics.get(locksTopic.name)?.add({ is: 'excepted', member: pass.userId, on: true });
  return token;
}

/** Gives a person of the main room the right to a seat in a group. */
export function enterGroup(
  engine: Engine,
  { sessionToken: held, to }: z.infer<typeof groupEntryRequest>,
): GroupEntry | GroupEntryError {
  const pass = engine.passes.get(hashOf(held));
  if (pass === undefined) return { error: pastOf(engine, held) === undefined ? 'gone' : 'ended' };
  const own = passInMainRoom(engine, pass);
  if (own === undefined || own.standing !== 'allowed') return { error: 'not-allowed' };
  const { meeting: main } = own;
  const { run } = groupsStateOf(main);
  const group = run?.groups.find(({ id }) => id === to);
  if (run === null || group === undefined) return { error: 'ended' };
  if (!mayEnter(run, group, own)) return { error: 'not-allowed' };
  if (isFull(engine, own)) return { error: 'full' };
  const token = passFor(engine, own, meetingOfGroup(engine, { main, run, group }));
  const groups = main.topics.get(groupsTopic.name);
  if (own.role === 'moderator' && group.help !== null) groups?.add({ is: 'answered', group: to });
  // programs may give ids that are too long to be kept
  const { data: person } = groupPerson.safeParse({ key: own.externalId, name: own.name });
  if (own.role !== 'moderator' && !isOf(group, own) && person !== undefined) groups?.add({ is: 'moved', person, to });
  return { sessionToken: token };
}
