import { drawDocument } from '@atrium/pages/draw-document';
import { attendance } from '#server/attendance.ts';
import { startEngine } from '#server/engine.ts';
import type { RunningEngine } from '#server/engine.ts';
import { jsonLog } from '#server/log.ts';
import type { EngineLog } from '#server/log.ts';
import { createMedia } from '#server/media/media.ts';
import type { MediaEvents } from '#server/media/media.ts';
import { mediaSettings } from '#server/media-settings.ts';
import { BadSetting, readSettings } from '#server/settings.ts';

/** Ends that take longer than this are cut short. */
const END_WITHIN_MS = 3_000;

const log = jsonLog({ stdout: process.stdout, stderr: process.stderr, now: Date.now });

/** How often an engine whose parent is gone looks whether it is time to end. */
const LOOK_MS = 1_000;

function wordOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 't' in message ? message.t : null;
}

function tellParent(message: Record<string, string | number>): void {
  // a parent that is just going is no trouble of the engine: the end of the channel says what follows
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

/** The process ends by process.exit alone: the native threads hold the event loop, and their own cleaning up crashes after many connections. */
function endWith(running: RunningEngine, say: EngineLog): (why: string) => void {
  let ending = false;
  return (why) => {
    if (ending) return;
    ending = true;
    say('info', 'engine ends', { why });
    setTimeout(() => process.exit(0), END_WITHIN_MS);
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
}

async function main(): Promise<void> {
  let end = (why: string): void => {
    log('info', 'engine ends before it began', { why });
    process.exit(0);
  };
  let leave = end;
  // Before anything that takes time: the end of the parent is reported once, and nothing else would ever end this process.
  process.on('disconnect', () => leave('the parent is gone'));
  if (process.connected === false) end('the parent is gone');
  let meetings = () => 0;
  process.on('message', (message) => {
    const word = wordOf(message);
    if (word === 'ping') tellParent({ t: 'pong', at: Date.now(), meetings: meetings() });
    if (word === 'leave') leave('the parent goes');
  });
  const settings = readSettings();
  const openMedia = (events: MediaEvents) => createMedia(mediaSettings(settings, log), events);
  const attended = attendance(settings.drainMs, performance.now());
  const running = await startEngine({
    ...{ settings, log, openMedia, drawDocument, clock: Date },
    attended: () => attended.note(performance.now()),
  });
  end = endWith(running, log);
  meetings = () => running.engine.meetings.size;
  const busy = () => meetings() + running.engine.finishing.size;
  leave = (why) => {
    if (meetings() === 0 || settings.drainMs === 0) return end(why);
    log('info', 'meetings go on', { why, meetings: meetings() });
    tellParent({ t: 'stays', meetings: meetings() });
    leave = () => undefined;
    attended.note(performance.now());
    setInterval(() => {
      if (attended.isOver({ now: performance.now(), busy: busy() })) end('nobody needs it any more');
    }, LOOK_MS);
  };
  process.once('SIGTERM', () => end('SIGTERM'));
  process.once('SIGINT', () => end('SIGINT'));
  log('info', 'engine ready', { httpPort: running.httpPort, udpPort: running.udpPort });
  tellParent({ t: 'ready', httpPort: running.httpPort, udpPort: running.udpPort });
}

// A reader of the log that goes away is no reason to end meetings.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Whatever nobody caught: the state of the meetings can no longer be trusted, so the process ends and its parent starts a new one.
process.on('uncaughtException', (error) => {
  log('error', 'the engine broke', { error: error.message });
  process.exit(1);
});

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : 'unknown';
  log('error', error instanceof BadSetting ? `wrong setting: ${text}` : `the engine could not start: ${text}`);
  process.exit(1);
});
