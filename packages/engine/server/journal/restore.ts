/** Brings meetings back from their journals: the same ids, people, roles and words. Only connections are to be made again. */
import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import { analyticsParcel, endParcel } from '#server/callbacks.ts';
import { resend } from '#server/deliveries.ts';
import type { HookParcel } from '#server/deliveries.ts';
import type { SavedJournal } from '#server/journal/journal-file.ts';
import {
  savedDeeds,
  savedDelivery,
  savedHook,
  savedMeeting,
  savedPass,
  savedRecorder,
  savedSeat,
} from '#server/journal/journal-schemas.ts';
import type { SavedDelivery, SavedSeat } from '#server/journal/journal-schemas.ts';
import type { Engine, Meeting, JoinPass, MeetingSeat } from '#server/model.ts';
import { continueRecording } from '#server/record/continue.ts';
import { giveRights } from '#server/rights.ts';
import { PLACE_HELD_MS } from '#server/seats.ts';
import { openTopics } from '#server/topics/hub.ts';
import { hookParcel } from '#server/webhooks.ts';

/** The sections below a name, read by their schema; one that does not fit is left out with a word in the log. */
function readSections<T>(
  engine: Engine,
  { sections }: SavedJournal,
  { below, schema }: { below: string; schema: z.ZodMiniType<T> },
): [string, T][] {
  return [...sections].flatMap(([name, value]): [string, T][] => {
    if (!name.startsWith(`${below}/`)) return [];
    const read = safeParse(schema, value);
    if (!read.success) engine.log('warn', 'a part of a journal does not fit and is left out', { part: below });
    return read.success ? [[name.slice(below.length + 1), read.data]] : [];
  });
}

/** Throws when it is not the journal of a meeting, or that meeting is there already. */
export async function restoreMeeting(engine: Engine, saved: SavedJournal): Promise<Meeting> {
  const base = savedMeeting.parse(saved.sections.get('meeting'));
  if (engine.meetings.has(base.plan.meetingId)) throw new Error('its meeting is there already');
  const now = engine.clock.now();
  // the clock may have been set back since
  const past = (at: number | null): number | null => (at === null ? null : Math.min(at, now));
  const cutAt = Math.min(saved.at, now);
  const meeting: Meeting = {
    ...base,
    emptySince: past(base.emptySince),
    unmoderatedSince: past(base.unmoderatedSince),
    passes: new Map(),
    seats: new Map(),
    topics: new Map(),
    recorder: null,
    people: new Map(),
  };
  meeting.topics = openTopics(engine, meeting);
  for (const [name, topic] of meeting.topics) {
    const state = saved.sections.get(`topic/${name}`);
    const additions = [...saved.sections].flatMap(([key, value]) => (key.startsWith(`topic/${name}/`) ? [value] : []));
    if (state !== undefined && !topic.restore({ state, additions }))
      engine.log('warn', 'a topic of a journal does not fit and begins empty', { meeting: meeting.internalId, topic: name });
  }
  for (const [, pass] of readSections(engine, saved, { below: 'pass', schema: savedPass }))
    meeting.passes.set(pass.tokenHash, { ...pass, meeting, heldUntil: Math.min(pass.heldUntil, now + PLACE_HELD_MS) });
  for (const [, seat] of readSections(engine, saved, { below: 'seat', schema: savedSeat })) {
    const pass = meeting.passes.get(seat.pass);
    if (pass !== undefined) meeting.seats.set(pass.userId, restoredSeat(pass, { seat, cutAt, now }));
  }
  for (const [id, deeds] of readSections(engine, saved, { below: 'person', schema: savedDeeds })) {
    const spoken = deeds.talksSince === null ? 0 : Math.max(0, cutAt - deeds.talksSince);
    meeting.people.set(id, { ...deeds, talkedMs: deeds.talkedMs + spoken, talksSince: null });
  }
  addMeeting(engine, meeting);
  const recorder = safeParse(savedRecorder, saved.sections.get('recorder'));
  // one that was stopped as well: a meeting that records by itself would begin again without it
  if (recorder.success) await continueRecording(engine, meeting, { saved: recorder.data, cutAt });
  return meeting;
}

function restoredSeat(pass: JoinPass, { seat, cutAt, now }: { seat: SavedSeat; cutAt: number; now: number }): MeetingSeat {
  const { secretHash, joinedAt, sources, done, isWaiting } = seat;
  return {
    id: pass.userId,
    pass,
    meeting: pass.meeting,
    state: isWaiting ? 'waiting' : 'away',
    secret: '',
    ...{ secretHash, joinedAt, sources, done },
    line: null,
    lostAt: cutAt,
    restoredAt: now,
    receives: false,
    slots: { rev: 0, map: {}, paused: [] },
    connection: 'good',
    publishedAt: new Map(),
    rights: new Set(),
    topics: new Set(),
  };
}

function addMeeting(engine: Engine, meeting: Meeting): void {
  engine.meetings.set(meeting.plan.meetingId, meeting);
  for (const [hash, pass] of meeting.passes) engine.passes.set(hash, pass);
  for (const [id, seat] of meeting.seats) {
    engine.seats.set(id, seat);
    if (seat.state === 'waiting') continue;
    giveRights(seat);
    engine.media.addSeat(meeting.internalId, id);
  }
  engine.log('info', 'meeting restored', { meeting: meeting.internalId, people: meeting.seats.size });
}

function parcelOf(engine: Engine, saved: SavedDelivery): HookParcel {
  if (saved.kind === 'hook') return hookParcel(engine, saved);
  return saved.kind === 'analytics' ? analyticsParcel(engine, saved) : endParcel(saved);
}

/** Hooks, and what was on its way when the engine ended: that is tried again at once. */
export function restoreEngine(engine: Engine, saved: SavedJournal): void {
  for (const [id, hook] of readSections(engine, saved, { below: 'hook', schema: savedHook })) engine.hooks.set(id, hook);
  for (const [id, delivery] of readSections(engine, saved, { below: 'delivery', schema: savedDelivery }))
    resend(engine, parcelOf(engine, delivery), { id, attempt: delivery.attempt });
}
