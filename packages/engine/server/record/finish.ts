/** From the end of a recording to its publication, also for those whose engine ended in the middle. */
import { recordingReadyBody, endCallbackDelaysMs } from '@atrium/bbb/hooks/callbacks';
import { send } from '#server/deliveries.ts';
import type { Engine } from '#server/model.ts';
import { rewriteChat } from '#server/record/chat-changes.ts';
import type { RecordFacts } from '#server/record/record-file.ts';
import { folderSize, lastWritten, repairFiles } from '#server/record/repair.ts';
import type { RecordingShelf } from '#server/record/shelf.ts';

/** Answers after which asking again is useless: taken, unknown there, or gone. */
const settled = (status: number): boolean => (status >= 200 && status < 300) || status === 404 || status === 410;

/** How many ways there are to watch it. */
function formatsOf({ video }: RecordFacts): number {
  return video.state === 'ready' ? 2 : 1;
}

/** Tells the caller's address that there is something to watch; once for each format, as BBB does. It is listed already. */
export function tellReady(engine: Engine, shelf: RecordingShelf, facts: RecordFacts): void {
  const [secret] = engine.settings.secrets;
  const formats = formatsOf(facts);
  if (facts.readyUrl === null || facts.told >= formats || secret === undefined) return;
  send(engine, {
    kept: { kind: 'recording' },
    url: facts.readyUrl,
    meeting: facts.internalMeetingID,
    body: recordingReadyBody({ meetingId: facts.meetingID, recordId: facts.recordID }, secret),
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    delaysMs: endCallbackDelaysMs,
    taken(status) {
      if (settled(status)) shelf.change(facts.recordID, { told: formats });
      return settled(status);
    },
  });
}

/** Completes the files where that is still to be done, publishes, tells, and asks for the video file. Does not reject. */
export async function publish(engine: Engine, shelf: RecordingShelf, id: string): Promise<void> {
  const began = engine.clock.now();
  try {
    const { length, participants } = await repairFiles(shelf.folder(id));
    await rewriteChat(shelf.folder(id));
    if (length === 0) return shelf.drop(id);
    const facts = shelf.change(id, {
      state: 'published',
      length,
      participants,
      rawSize: await folderSize(shelf.folder(id)),
      processingTime: Math.max(1, engine.clock.now() - began),
      video: { state: engine.mixer === null ? 'none' : 'queued' },
    });
    await shelf.settle();
    if (facts === undefined) return;
    engine.log('info', 'recording published', { meeting: facts.internalMeetingID, seconds: Math.round(length / 1_000) });
    tellReady(engine, shelf, facts);
    engine.mixer?.add(id);
  } catch (error) {
    // It stays in processing; the next start tries again.
    const words = error instanceof Error ? error.message : 'unknown';
    engine.log('error', 'a recording could not be published', { meeting: id, error: words });
  }
}

/** Finishes what an earlier process left, one after the other: open recordings, notifications not sent, videos not made. */
export async function resumeWork(engine: Engine, shelf: RecordingShelf): Promise<void> {
  const goesOn = new Set([...engine.meetings.values()].map(({ recorder }) => recorder?.id));
  for (const facts of shelf.list()) {
    if (goesOn.has(facts.recordID)) continue;
    if (facts.state === 'recording') {
      const endTime =
        facts.endTime > facts.startTime ? facts.endTime : ((await lastWritten(shelf.folder(facts.recordID))) ?? facts.startTime);
      shelf.change(facts.recordID, { state: 'processing', endTime });
    }
    if (facts.state === 'recording' || facts.state === 'processing') await publish(engine, shelf, facts.recordID);
    else if (facts.state === 'published') {
      tellReady(engine, shelf, facts);
      if (facts.video.state === 'queued') engine.mixer?.add(facts.recordID);
    }
  }
}
