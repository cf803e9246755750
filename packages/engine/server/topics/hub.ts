import type { ClientMessage } from '#protocol/messages.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import type { RequestSender, RequestOutcome, ClientRequest } from '#server/requests/request.ts';
import { topicOpeners } from '#server/topics/registry.ts';
import type { TopicLog } from '#server/topics/topic-log.ts';

/** Commands of one seat that are remembered, so that one that is sent again is not done twice. */
const REMEMBERED = 64;

/** What a page says of the topics it knows. */
export type KnownTopics = NonNullable<Extract<ClientMessage, { t: 'hello' }>['topics']>;

/** The topics of a new meeting. */
export const openTopics = (engine: Engine, meeting: Meeting): Map<string, TopicLog> =>
  new Map(topicOpeners.map((open) => open(engine, meeting)).map((log) => [log.name, log]));

/** The topics that both the meeting and the page have. */
export function sharedTopics({ topics }: Meeting, known: KnownTopics = {}): Set<string> {
  const shared = [...topics.values()].filter(({ name, version, offered }) => offered && known[name]?.v === version);
  return new Set(shared.map(({ name }) => name));
}

/** After `welcome`: what is in the topics. Only a page that kept its seat has seen a part of it. */
export function tellTopics(seat: MeetingSeat, seen: KnownTopics = {}): void {
  for (const name of seat.topics) seat.meeting.topics.get(name)?.catchUp(seat, seen[name]?.rev);
}

/** Somebody came in or became a moderator. */
export function joinTopics(seat: MeetingSeat): void {
  for (const log of seat.meeting.topics.values()) log.joined(seat);
}

/** Somebody is gone for good. */
export function leaveTopics({ id, meeting }: MeetingSeat): void {
  for (const log of meeting.topics.values()) log.left(id);
}

/** A hint of a topic. */
export function passHint({ seat }: RequestSender, { topic, hint }: ClientRequest<'hint'>): RequestOutcome {
  const log = seat.meeting.topics.get(topic);
  if (log === undefined) return 'unknown-topic';
  return log.offered ? log.hint(seat, hint) : 'locked';
}

/** A command of a topic. */
export function doCommand({ seat }: RequestSender, { topic, cid, command }: ClientRequest<'do'>): RequestOutcome {
  const log = seat.meeting.topics.get(topic);
  if (log === undefined) return 'unknown-topic';
  if (!log.offered) return 'locked';
  if (seat.done.has(cid)) return null;
  const outcome = log.command(seat, command);
  if (outcome !== null) return outcome;
  seat.done.add(cid);
  const [oldest] = seat.done;
  if (seat.done.size > REMEMBERED && oldest !== undefined) seat.done.delete(oldest);
  return null;
}
