/** Goes on with the recording of a meeting whose engine was killed: in the same folder, on the same time line. */
import { readdir, stat } from 'node:fs/promises';
import type { RecordingState } from '#protocol/messages.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { forgetConsents } from '#server/record/consent.ts';
import { attachRecorder } from '#server/record/control.ts';
import { EVENTS_FILE, readEvents } from '#server/record/event-log.ts';
import type { RecordingRest } from '#server/record/recording.ts';

/** What the journal has of a recorder. `position`: recorded time in milliseconds. */
export type SavedRecorder = { id: string; state: RecordingState; running: boolean; position: number };

/** `cutAt`: the end of the earlier engine, epoch milliseconds. When it cannot go on, it is off, and everybody is asked again before another one. */
export async function continueRecording(
  engine: Engine,
  meeting: Meeting,
  { saved, cutAt }: { saved: SavedRecorder; cutAt: number },
): Promise<void> {
  const { id, state, running } = saved;
  try {
    const { shelf } = engine;
    if (shelf?.find(id)?.state !== 'recording') throw new Error('its files are not there');
    const folder = shelf.folder(id);
    const recorder = attachRecorder(engine, meeting, { id, folder, rest: await restOf(folder, saved, running ? cutAt : null) });
    recorder.state = state;
    recorder.since = engine.clock.now() - recorder.recording.position();
  } catch (error) {
    const words = error instanceof Error ? error.message : 'unknown';
    engine.log('error', 'a recording could not go on', { meeting: meeting.internalId, error: words });
    forgetConsents(meeting);
  }
}

async function restOf(folder: string, { position }: SavedRecorder, cutAt: number | null): Promise<RecordingRest> {
  const path = `${folder}/${EVENTS_FILE}`;
  const [events, { size }, names] = await Promise.all([readEvents(path), stat(path), readdir(folder)]);
  const numbers = names.map((name) => Number(/^(\d+)-/.exec(name)?.[1] ?? '0'));
  return {
    position: events.reduce((latest, { at }) => Math.max(latest, at), position),
    logBytes: size,
    files: Math.max(0, ...numbers),
    cutAt,
  };
}
