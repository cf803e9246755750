import type { Analytics } from '@atrium/bbb/analytics';
import { groupsStateOf } from '#server/groups/group-meetings.ts';
import { peopleOf } from '#server/members.ts';
import type { Meeting, MeetingSeat } from '#server/model.ts';
import { pollResults, preparedPolls } from '#topics/polls/server/poll-results.ts';

/** When a person was in which group. `to` null: they are still there. Epoch milliseconds. */
export type GroupStay = { meeting: string; group: number; name: string; from: number; to: number | null };

/** What one person did in a meeting. Times are epoch milliseconds. */
export type MemberActivity = {
  name: string;
  moderator: boolean;
  joins: number[];
  leaves: number[];
  chats: number;
  hands: number;
  reactions: number;
  /** Polls that the person answered. */
  votes: number;
  groups: GroupStay[];
  talks: number;
  talkedMs: number;
  /** Since when the person speaks; null while silent. */
  talksSince: number | null;
};

/** Comings that are kept of one person: a page that reloads in a loop must not fill the memory. */
const JOINS_MOST = 500;

/** Who comes back within this time after leaving has reloaded the page: the stay goes on. */
const RELOAD_MS = 1_000;

/** By external user id: somebody who comes back, or with a second page, is one person. */
function deedsOf(seat: MeetingSeat): MemberActivity {
  const { people } = seat.meeting;
  const known = people.get(seat.pass.externalId);
  if (known !== undefined) return known;
  const made = {
    joins: [],
    leaves: [],
    chats: 0,
    hands: 0,
    reactions: 0,
    votes: 0,
    groups: [],
    talks: 0,
    talkedMs: 0,
    talksSince: null,
  };
  const deeds: MemberActivity = { name: seat.pass.name, moderator: seat.pass.role === 'moderator', ...made };
  people.set(seat.pass.externalId, deeds);
  return deeds;
}

/** The person came into the room; the lobby does not count. */
export function noteJoin(seat: MeetingSeat, now: number): void {
  const deeds = deedsOf(seat);
  deeds.name = seat.pass.name;
  deeds.moderator ||= seat.pass.role === 'moderator';
  const reloaded = now - (deeds.leaves.at(-1) ?? Number.NEGATIVE_INFINITY) < RELOAD_MS;
  if (reloaded || deeds.joins.length >= JOINS_MOST) deeds.leaves.pop();
  else deeds.joins.push(now);
  noteGroupJoin(seat, now);
}

function noteGroupJoin({ pass, meeting }: MeetingSeat, now: number): void {
  const { breakout } = meeting.plan;
  const stays = meeting.people.get(pass.externalId)?.groups;
  if (stays === undefined || !breakout?.group) return;
  const last = stays.at(-1);
  if (last?.meeting === meeting.internalId && now - (last.to ?? now) < RELOAD_MS) last.to = null;
  else if (stays.length < JOINS_MOST)
    stays.push({ meeting: meeting.internalId, group: breakout.sequence, name: breakout.group.name, from: now, to: null });
}

/** The person left the room, in whatever way. */
export function noteLeave(seat: MeetingSeat, now: number): void {
  const deeds = deedsOf(seat);
  if (deeds.leaves.length < deeds.joins.length) deeds.leaves.push(now);
  const stay = deeds.groups.at(-1);
  if (stay?.meeting === seat.meeting.internalId) stay.to ??= now;
  hush(deeds, now);
}

export function noteChat(seat: MeetingSeat): void {
  deedsOf(seat).chats += 1;
}

export function noteHand(seat: MeetingSeat): void {
  deedsOf(seat).hands += 1;
}

export function noteReaction(seat: MeetingSeat): void {
  deedsOf(seat).reactions += 1;
}

export function notePollVote(seat: MeetingSeat): void {
  deedsOf(seat).votes += 1;
}

/** Who speaks from now on: the ids of their seats. */
export function noteSpeaking(meeting: Meeting, { ids, now }: { ids: readonly string[]; now: number }): void {
  const speaking = new Set(ids.map((id) => meeting.seats.get(id)?.pass.externalId));
  // a group shares the people of its main room, who may speak there
  for (const id of new Set(peopleOf(meeting).map(({ pass }) => pass.externalId))) {
    const deeds = meeting.people.get(id);
    if (deeds === undefined) continue;
    if (!speaking.has(id)) hush(deeds, now);
    else if (deeds.talksSince === null) {
      deeds.talks += 1;
      deeds.talksSince = now;
    }
  }
}

/** How long a person has spoken so far, milliseconds. */
export const talkedBy = (deeds: MemberActivity, now: number): number =>
  deeds.talkedMs + (deeds.talksSince === null ? 0 : now - deeds.talksSince);

function hush(deeds: MemberActivity, now: number): void {
  deeds.talkedMs = talkedBy(deeds, now);
  deeds.talksSince = null;
}

/** The statistics of a meeting that ends now. */
export function analyticsOf(meeting: Meeting, now: number): Analytics {
  return {
    meetingId: meeting.plan.meetingId,
    internalMeetingId: meeting.internalId,
    name: meeting.plan.name,
    start: meeting.startedAt,
    finish: now,
    attendees: [...meeting.people].map(([extUserId, { name, moderator, joins, leaves, ...deeds }]) => ({
      extUserId,
      name,
      moderator,
      joins,
      leaves,
      engagement: {
        chats: deeds.chats,
        talks: deeds.talks,
        raisehand: deeds.hands,
        emojis: deeds.reactions,
        pollVotes: deeds.votes,
        talkTime: Math.round(deeds.talkedMs / 1000),
      },
    })),
    groups: [...meeting.people].flatMap(([extUserId, { groups }]) =>
      groups.map(({ to, ...stay }) => ({ ...stay, extUserId, to: to ?? now })),
    ),
    groupSets: groupsStateOf(meeting).sets,
    polls: pollResults(meeting),
    preparedPolls: preparedPolls(meeting),
  };
}
