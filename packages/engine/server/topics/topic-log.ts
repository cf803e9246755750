import * as z from 'zod/mini';
import type { ErrorCode } from '#protocol/messages.ts';
import type { StampedEvent } from '#protocol/topic.ts';
import type { Engine, Meeting, MeetingSeat } from '#server/model.ts';
import { passHints } from '#server/topics/hints.ts';
import { refusalWithout } from '#server/requests/request.ts';
import { bucketPerSeat } from '#server/rate.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import { noteTopic, noteTopicState } from '#server/record/recorder.ts';
import { byEvents, byViews } from '#server/topics/audience.ts';
import type { TopicPlug } from '#server/topics/plug.ts';
import { readTopic, type SavedTopic, saveTopic } from '#server/topics/saved-topic.ts';

/** A topic of one meeting. */
export type TopicLog = {
  name: string;
  version: number;
  /** False where the program took it out of the meeting. */
  offered: boolean;
  /** Carries out what a person asks for. Null: done. */
  command(seat: MeetingSeat, command: unknown): ErrorCode | null;
  /** What this person may see of it now. */
  viewFor(seat: MeetingSeat): unknown;
  /** Passes a hint on to everybody else. Null: done, or dropped because there were too many. */
  hint(seat: MeetingSeat, hint: unknown): ErrorCode | null;
  /** For other parts of the engine, which read it by the schema of the topic. */
  state(): unknown;
  /** For the journal. */
  saved(): SavedTopic;
  /** Takes over what `saved` gave; false, and nothing is changed, when it does not fit this version of the topic. */
  restore(saved: { state: unknown; additions: readonly unknown[] }): boolean;
  /** What the engine itself or the API does; throws for what is no event of the topic. */
  add(event: unknown): void;
  /** Somebody came in or became a moderator. */
  joined(seat: MeetingSeat): void;
  /** Somebody is gone for good. */
  left(member: string): void;
  /** How the log of a recording says the state; null: it takes over nothing of it. */
  recorded(agreed: (member: string) => boolean): LogEventBody | null;
  /** Tells a page what it has not seen since that revision; undefined: all of it. */
  catchUp(seat: MeetingSeat, since: number | undefined): void;
  /** What people may see of it has changed, as when the presenter does. */
  refresh(): void;
  /** Time passes. */
  tick(): void;
};

export function openTopic<Command, Event, State>(
  plug: TopicPlug<Command, Event, State>,
  { engine, meeting }: { engine: Engine; meeting: Meeting },
): TopicLog {
  const { topic, view, sees } = plug;
  const takes = bucketPerSeat(topic.budget, engine.clock);
  let [state, rev] = [topic.empty, 0];
  const saver = saveTopic<Event, State>(topic.version, () => ({ rev, state }));
  const recorded: TopicLog['recorded'] = (agreed) =>
    plug.recorded ? { type: 'topic-state', topic: topic.name, rev, state: plug.recorded(state, agreed) } : null;
  const home = (): TopicLog | undefined => plug.home?.(engine, meeting)?.topics.get(topic.name);
  const viewFor: TopicLog['viewFor'] = (seat) => home()?.viewFor(seat) ?? view?.(state, seat, engine) ?? state;
  const parts = { topic: topic.name, meeting, revision: () => rev, view: viewFor, pieces: () => plug.pieces?.(state) ?? null };
  const isByEvents = view === undefined || sees !== undefined;
  const audience = isByEvents ? byEvents(parts, plug) : byViews(parts, () => noteTopicState(meeting.recorder, recorded));

  const apply = (event: Event, by: string | null): void => {
    const happened: StampedEvent<Event> = { event, by, at: engine.clock.now() };
    const before = state;
    state = topic.reduce(state, happened);
    rev += 1;
    if (plug.pieces) saver.happened(happened);
    // what not everybody may see is recorded as the figures that they see
    if (isByEvents)
      noteTopic(meeting.recorder, {
        about: plug.about?.(happened) ?? (by === null ? [] : [by]),
        news: plug.logged ? plug.logged(happened) : { type: 'topic', topic: topic.name, by, event },
      });
    plug.happened?.({ engine, meeting, seat: meeting.seats.get(by ?? '') ?? null, before, state }, happened);
    audience.happened(happened, rev);
  };
  const addAll = (events: Event[] = []): void => {
    for (const event of events) apply(event, null);
  };
  addAll(plug.opened?.(meeting));
  return {
    name: topic.name,
    version: topic.version,
    offered: plug.feature === undefined || !meeting.plan.disabledFeatures.has(plug.feature),
    command(seat, raw) {
      const other = home();
      if (other !== undefined) return other.command(seat, raw);
      const read = z.safeParse(topic.command, raw);
      if (!read.success || Buffer.byteLength(JSON.stringify(raw)) > topic.budget.bytes) return 'bad-message';
      if (!takes(seat)) return 'too-fast';
      const needed = plug.needs?.({ seat, command: read.data }) ?? null;
      const refused = needed === null ? null : refusalWithout(seat, needed);
      if (refused !== null) return refused;
      const decided = plug.decide({ seat, state, command: read.data, now: engine.clock.now() });
      if (typeof decided === 'string') return decided;
      for (const event of decided) apply(event, seat.id);
      return null;
    },
    viewFor,
    hint: passHints(plug, { engine, meeting }),
    state: () => state,
    saved: saver.saved,
    restore(raw) {
      const before = readTopic(topic, raw);
      if (before !== null) ({ state, rev } = before);
      return before !== null;
    },
    add: (event) => apply(topic.event.parse(event), null),
    joined: (seat) => addAll(plug.joined?.(state, seat)),
    left: (member) => addAll(plug.left?.(state, member, meeting)),
    recorded,
    catchUp: audience.catchUp,
    refresh: audience.refresh,
    tick: () => addAll(plug.ticked?.(state, { meeting, now: engine.clock.now() })),
  };
}
