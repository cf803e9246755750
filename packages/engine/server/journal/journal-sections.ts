/** Takes a meeting apart for its journal. Made new several times a second and compared with what is written: so no change can be forgotten. */
import type { Engine, Meeting, Pass, Seat } from '#server/model.ts';
import type { SavedDelivery, SavedMeeting, SavedPass, SavedSeat } from '#server/journal/journal-schemas.ts';
import type { SectionTexts } from '#server/journal/journal-file.ts';
import type { SavedRecorder } from '#server/record/continue.ts';

/** Sets and maps become lists, also those that a plan gets one day. */
const jsonOf = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Map || inner instanceof Set ? [...inner] : inner));

function savedMeetingOf({
  passes: _passes,
  seats: _seats,
  topics: _topics,
  recorder: _recorder,
  people: _people,
  ...rest
}: Meeting): SavedMeeting {
  return rest;
}

function savedPassOf({ meeting: _meeting, ...rest }: Pass): SavedPass {
  return rest;
}

function savedSeatOf({ pass, state, secretHash, joinedAt, sources, done }: Seat): SavedSeat {
  return { pass: pass.tokenHash, isWaiting: state === 'waiting', secretHash, joinedAt, sources, done };
}

function savedRecorderOf({ recorder }: Meeting): SavedRecorder | null {
  if (recorder === null) return null;
  const { id, state, recording } = recorder;
  return { id, state, running: recording.running(), position: recording.position() };
}

export function sectionsOfMeeting(meeting: Meeting): SectionTexts {
  const recorder = savedRecorderOf(meeting);
  return new Map([
    ['meeting', jsonOf(savedMeetingOf(meeting))],
    ...[...meeting.passes].map(([hash, pass]) => [`pass/${hash}`, jsonOf(savedPassOf(pass))] as const),
    ...[...meeting.seats].map(([id, seat]) => [`seat/${id}`, jsonOf(savedSeatOf(seat))] as const),
    ...[...meeting.people].map(([id, deeds]) => [`person/${id}`, JSON.stringify(deeds)] as const),
    ...[...meeting.topics].map(([name, topic]) => [`topic/${name}`, topic.saved()] as const),
    ...(recorder === null ? [] : [['recorder', jsonOf(recorder)] as const]),
  ]);
}

/** What outlives a meeting: hooks, and what is on its way to them and to callbacks. */
export function sectionsOfEngine({ hooks, deliveries }: Engine): SectionTexts {
  const due = [...deliveries].flatMap(({ id, kept, url, meeting, body, attempt }) => {
    if (kept.kind === 'recording') return [];
    return [[`delivery/${id}`, jsonOf({ ...kept, url, meeting, body, attempt } satisfies SavedDelivery)] as const];
  });
  return new Map([...[...hooks].map(([id, hook]) => [`hook/${id}`, jsonOf(hook)] as const), ...due]);
}
