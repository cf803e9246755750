/** The log of a meeting that is being recorded: what is sent to everybody in the room is also logged, as far as people consented. */
import type { Member, RecordingState, ServerMessage } from '#protocol/messages.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import type { RunningRecording } from '#server/record/recording.ts';

/** A meeting's recording. */
export type Recorder = {
  id: string;
  recording: RunningRecording;
  state: RecordingState;
  /** Where its clock began when it was switched on last, earlier runs counted in; epoch milliseconds. */
  since: number;
  /** Who was there and agreed while it ran, and what was logged of them last. */
  people: Map<string, Member>;
  /** Whether this member agreed to be recorded, also where they have left since. */
  agreed(member: string): boolean;
  /** Copies of the pages that were shown, by file; they never reject. */
  pages: Map<string, Promise<void>>;
  /** Seconds until the free space is looked at again. */
  lookAtSpace: number;
};

/** Logs a member who consented and came or changed; mutes are entries of their own so that a player finds them. */
export function noteMember(recorder: Recorder | null, member: Member): void {
  if (recorder === null || !recorder.recording.running() || !recorder.agreed(member.id)) return;
  const before = recorder.people.get(member.id);
  recorder.people.set(member.id, member);
  const { id, name, role, sources } = member;
  const list = sources.map(({ key, source, muted }) => ({ key, source, muted }));
  const same = before !== undefined && before.name === name && before.role === role && sameSources(before, member);
  if (!same) recorder.recording.note({ type: 'member', id, name, role, sources: list });
  for (const { key, muted } of sources) {
    const old = before?.sources.find((source) => source.key === key);
    if (old !== undefined && old.muted !== muted) recorder.recording.note({ type: 'mute', id, key, on: muted });
  }
}

function sameSources(a: Member, b: Member): boolean {
  return JSON.stringify(a.sources) === JSON.stringify(b.sources);
}

/** Logs the messages to the room that belong in a recording. */
export function noteMessage(recorder: Recorder | null, message: ServerMessage): void {
  if (recorder === null || !recorder.recording.running()) return;
  // the seat is gone already, and with it what it agreed to; somebody who comes back is noted as a member again
  if (message.t === 'gone' && recorder.people.delete(message.member))
    recorder.recording.note({ type: 'gone', id: message.member });
  if (message.t === 'speaking') recorder.recording.note({ type: 'speaking', ids: message.members.filter(recorder.agreed) });
}

/** Logs a hint of somebody who agreed. */
export function noteHint(recorder: Recorder | null, hint: Omit<Extract<LogEventBody, { type: 'hint' }>, 'type'>): void {
  if (recorder?.recording.running() && recorder.people.has(hint.by)) recorder.recording.note({ type: 'hint', ...hint });
}

/**
 * Logs what happened in a topic where everybody whom it is about agreed. Who merely caused it without having agreed is not named:
 * the hand of somebody else is down all the same.
 */
export function noteTopic(
  recorder: Recorder | null,
  { about, news }: { about: readonly string[]; news: LogEventBody | null },
): void {
  if (recorder === null || news === null) return;
  const { agreed, recording } = recorder;
  // what was recorded before can be taken back while it is held, too
  if (!recording.running() && news.type !== 'chat-change') return;
  if (!about.every(agreed)) return;
  recording.note(news.type === 'topic' && !agreed(news.by ?? '') ? { ...news, by: null } : news);
}

/** Logs where a topic stands. `recorded` gives it without people who did not agree; null: nothing. */
export function noteTopicState(
  recorder: Recorder | null,
  recorded: (agreed: (member: string) => boolean) => LogEventBody | null,
): void {
  if (recorder === null || !recorder.recording.running()) return;
  const news = recorded(recorder.agreed);
  if (news !== null) recorder.recording.note(news);
}
