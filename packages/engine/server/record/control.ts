/** Starting and stopping of recordings, and what follows at the end of a meeting. */
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { RecordingState } from '#protocol/messages.ts';
import { memberFor, peopleOf, tellFacts, tellRoom } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { agreedIn, forgetConsents, gatedTap, noteTopicStates, takeConsent } from '#server/record/consent.ts';
import { publish } from '#server/record/finish.ts';
import type { RecordFacts } from '#server/record/record-file.ts';
import { noteMember } from '#server/record/recorder.ts';
import type { Recorder } from '#server/record/recorder.ts';
import { startRecording } from '#server/record/recording.ts';
import type { RecordingParts, RecordingRest } from '#server/record/recording.ts';
import { recordShownPage } from '#server/slides/record-page.ts';
import { webAddressOrNull } from '#server/web-address.ts';
import { announce } from '#server/webhooks.ts';

/** With less space on the disk a recording is stopped, so that the rest of the house goes on. Bytes. */
const SPACE_LEAST = 268_435_456;
const LOOK_AT_SPACE_EVERY = 10;

/** Names that callers have for the address of the news. */
const READY_KEYS = ['bbb-recording-ready-url', 'bn-recording-ready-url', 'canvas-recording-ready-url'];

export type RecordingWish = { to: RecordingState; by: string | null };

/**
 * Switches the recording of a meeting; `by` is a member id, null = the engine. Starting it counts as consent to be recorded, which the
 * page explains before; everybody else is asked by their page, and resuming a paused recording leaves the earlier answer as it was. False
 * when this meeting cannot be recorded.
 */
export function switchRecording(engine: Engine, meeting: Meeting, { to, by }: RecordingWish): boolean {
  if (engine.shelf === null || !meeting.plan.recording.allowed) return false;
  const before = meeting.recorder?.state ?? 'off';
  if (before === to || (before === 'off' && to === 'paused')) return true;
  const recorder = meeting.recorder ?? openRecorder(engine, meeting);
  if (recorder === null || (to === 'on' && recorder.recording.broken())) return false;
  recorder.state = to;
  if (to === 'on') resume(engine, meeting, recorder);
  else recorder.recording.pause();
  const starter = before === 'off' && by !== null ? meeting.seats.get(by) : undefined;
  if (starter !== undefined) takeConsent(engine, starter, 'all');
  if (to === 'off') forgetConsents(meeting);
  if (to === 'on' || before === 'on')
    announce(engine, meeting, { id: to === 'on' ? 'meeting-recording-started' : 'meeting-recording-stopped' });
  tellRoom(meeting, { t: 'recording', to, by });
  tellFacts(meeting);
  return true;
}

/** The log begins with everybody who is there and agreed before, and with what is in the topics. */
function resume(engine: Engine, meeting: Meeting, recorder: Recorder): void {
  if (peopleOf(meeting).length === 0) return;
  recorder.recording.resume();
  recorder.since = engine.clock.now() - recorder.recording.position();
  recorder.people.clear();
  for (const seat of peopleOf(meeting)) noteMember(recorder, memberFor(seat, seat));
  noteTopicStates(meeting);
  recordShownPage(engine, meeting);
}

/** The id of the recording is the meeting's internal id; one that is no safe name for a folder, or is taken, is replaced. */
function recordIdOf(engine: Engine, meeting: Meeting): string {
  const own = meeting.internalId;
  if (/^[A-Za-z0-9][\w-]{0,99}$/.test(own) && engine.shelf?.find(own) === undefined) return own;
  return `${createHash('sha1').update(own).digest('hex')}-${engine.clock.now()}`;
}

function openRecorder(engine: Engine, meeting: Meeting): Recorder | null {
  const { shelf } = engine;
  if (shelf === null) return null;
  const facts = newFacts(engine, meeting);
  const id = facts.recordID;
  try {
    shelf.add(facts);
  } catch (error) {
    engine.log('error', 'a recording could not begin', { meeting: meeting.internalId, error: wordsOf(error) });
    return null;
  }
  return attachRecorder(engine, meeting, { id, folder: shelf.folder(id), rest: null });
}

type AttachedRecording = { id: string; folder: string; rest: RecordingRest | null };

/** Lets a recording write down what the meeting sends, once it is switched on. */
export function attachRecorder(engine: Engine, meeting: Meeting, { id, folder, rest }: AttachedRecording): Recorder {
  const parts: RecordingParts = {
    folder,
    now: () => performance.now(),
    wall: () => engine.clock.now(),
    failed(error) {
      engine.log('error', 'a recording could not be written', { meeting: meeting.internalId, error: wordsOf(error) });
      switchRecording(engine, meeting, { to: 'off', by: null });
    },
  };
  const recording = startRecording(parts, rest);
  const agreed = agreedIn(meeting);
  meeting.recorder = {
    id,
    recording,
    state: 'off',
    since: 0,
    people: new Map(),
    pages: new Map(),
    agreed,
    lookAtSpace: LOOK_AT_SPACE_EVERY,
  };
  engine.media.tap(meeting.internalId, gatedTap(recording.tap, agreed));
  return meeting.recorder;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

function newFacts(engine: Engine, meeting: Meeting): RecordFacts {
  const { plan } = meeting;
  const ready = READY_KEYS.map((key) => webAddressOrNull(plan.metadata.get(key))).find((url) => url !== null);
  const now = engine.clock.now();
  return {
    recordID: recordIdOf(engine, meeting),
    meetingID: plan.meetingId,
    internalMeetingID: meeting.internalId,
    name: plan.name,
    isBreakout: plan.breakout !== null,
    state: 'recording',
    startTime: now,
    endTime: now,
    length: 0,
    participants: 0,
    rawSize: 0,
    processingTime: 0,
    metadata: Object.fromEntries([...plan.metadata].filter(([key]) => !READY_KEYS.includes(key))),
    video: { state: 'none' },
    readyUrl: ready ?? null,
    told: 0,
  };
}

/** The heartbeat of recordings, once a second: writing, waiting while nobody is there, and beginning by itself. */
export function beatRecording(engine: Engine, meeting: Meeting): void {
  const people = peopleOf(meeting).length;
  const { recorder } = meeting;
  if (recorder === null) {
    if (meeting.plan.recording.byItself && people > 0) switchRecording(engine, meeting, { to: 'on', by: null });
    return;
  }
  const present = peopleOf(meeting).some(({ state }) => state === 'present');
  if (recorder.state === 'on' && present && !recorder.recording.running()) {
    resume(engine, meeting, recorder);
    tellFacts(meeting);
  }
  if (people === 0) recorder.recording.pause();
  recorder.recording.flush();
  recorder.lookAtSpace -= 1;
  if (recorder.lookAtSpace <= 0) lookAtSpace(engine, meeting, recorder);
}

function lookAtSpace(engine: Engine, meeting: Meeting, recorder: Recorder): void {
  recorder.lookAtSpace = LOOK_AT_SPACE_EVERY;
  const folder = engine.shelf?.folder(recorder.id);
  if (folder === undefined || recorder.state !== 'on') return;
  statfs(folder).then(
    ({ bavail, bsize }) => {
      if (bavail * bsize >= SPACE_LEAST) return;
      engine.log('error', 'a recording stopped: the disk is nearly full', { meeting: meeting.internalId });
      switchRecording(engine, meeting, { to: 'off', by: null });
    },
    () => switchRecording(engine, meeting, { to: 'off', by: null }),
  );
}

/** The meeting is over: its recording is completed and published in the background. */
export function finishRecording(engine: Engine, meeting: Meeting): void {
  const { recorder } = meeting;
  const { shelf } = engine;
  meeting.recorder = null;
  if (recorder === null || shelf === null) return;
  engine.media.tap(meeting.internalId, null);
  recorder.state = 'off';
  recorder.recording.pause();
  shelf.change(recorder.id, { state: 'processing', endTime: engine.clock.now() });
  const work = Promise.all(recorder.pages.values())
    .then(() => recorder.recording.close())
    .then(() => publish(engine, shelf, recorder.id));
  engine.finishing.add(work);
  void work.finally(() => engine.finishing.delete(work));
}
