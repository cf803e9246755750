import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finishDeliveries } from '#server/deliveries.ts';
import { tick } from '#server/expiry.ts';
import { healthWatch } from '#server/health.ts';
import type { EngineHealth } from '#server/health.ts';
import { httpServer } from '#server/http.ts';
import { openJournal } from '#server/journal/journal.ts';
import type { EngineLog } from '#server/log.ts';
import { mediaNews } from '#server/media-news.ts';
import type { EngineMedia, MediaEvents } from '#server/media/media.ts';
import { endAll } from '#server/meetings.ts';
import type { Clock, Engine } from '#server/model.ts';
import { resumeWork, tellReady } from '#server/record/finish.ts';
import { openMixer } from '#server/record/mix.ts';
import type { VideoMixer } from '#server/record/mix.ts';
import { openShelf } from '#server/record/shelf.ts';
import type { RecordingShelf } from '#server/record/shelf.ts';
import type { EngineSettings } from '#server/settings.ts';
import { closeDecks, type DrawDocument, noDecks, openDecks } from '#server/slides/decks.ts';
import { socketDoor } from '#server/socket.ts';
import { setVisibility } from '#server/visibility.ts';

const TICK_MS = 1_000;
/** How long an engine that ends waits for callbacks under way. */
const CALLBACKS_WITHIN_MS = 1_500;

export type EngineParts = {
  settings: EngineSettings;
  clock: Clock;
  log: EngineLog;
  openMedia: (events: MediaEvents) => EngineMedia;
  drawDocument: DrawDocument;
  /** Called each time the product asks how the engine is. */
  attended?: () => void;
};

export type RunningEngine = {
  engine: Engine;
  httpPort: number;
  udpPort: number;
  health(): EngineHealth;
  /** Ends all meetings, tells their people why, and closes every door. */
  stop(): Promise<void>;
};

/** The state of an engine without any door to the outside. */
export function createEngine(
  { settings, clock, log, openMedia, drawDocument }: EngineParts,
  shelf: RecordingShelf | null,
): Engine {
  const engine: Engine = {
    settings,
    clock,
    log,
    media: openMedia(mediaNews(() => engine)),
    meetings: new Map(),
    passes: new Map(),
    tickets: new Map(),
    seats: new Map(),
    past: new Map(),
    deliveries: new Set(),
    shelf,
    mixer: null,
    decks: noDecks(drawDocument),
    finishing: new Set(),
    hooks: new Map(),
  };
  engine.mixer = mixerOf(engine);
  setVisibility(engine);
  return engine;
}

/** Starts an engine; it is ready for calls when the promise resolves. */
export async function startEngine(parts: EngineParts): Promise<RunningEngine> {
  const engine = createEngine(parts, await shelfOf(parts));
  await engine.media.ready;
  const opened = await journalOf(engine);
  const journal = typeof opened === 'string' ? null : opened;
  await openDecks(engine, journal?.decks ?? null);
  const watch = healthWatch(engine);
  const server = httpServer({ engine, health: watch.read, attended: parts.attended ?? (() => undefined) });
  const door = socketDoor(engine);
  server.on('upgrade', (request, socket, head) => door.accept({ request, socket, head }));
  try {
    await listen(server, parts.settings.http);
  } catch (error) {
    await journal?.stop();
    throw error;
  }
  await journal?.begin();
  // recordings that look unfinished may be those that the other engine writes now
  const undone = engine.shelf === null || opened === 'held-elsewhere' ? Promise.resolve() : resumeWork(engine, engine.shelf);
  undone.catch((error: unknown) => engine.log('error', 'old recordings were not completed', { error: wordsOf(error) }));
  const beat = setInterval(() => tick(engine), TICK_MS);
  return {
    engine,
    httpPort: portOf(server.address()),
    udpPort: engine.media.counts().udpPort,
    health: watch.read,
    async stop() {
      clearInterval(beat);
      endAll(engine, 'engine-stopped');
      engine.mixer?.stop();
      engine.media.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await door.close();
      server.closeAllConnections();
      await closed;
      await Promise.race([finishWork(engine), new Promise((resolve) => setTimeout(resolve, CALLBACKS_WITHIN_MS))]);
      await closeDecks(engine, journal === null ? 'removed' : 'kept');
      await journal?.stop();
      watch.stop();
    },
  };
}

/** Completes what is under way; what takes too long is completed at the next start. */
async function finishWork(engine: Engine): Promise<void> {
  await Promise.all(engine.finishing);
  await finishDeliveries(engine);
  await engine.shelf?.settle();
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

/** An engine without a folder keeps its meetings in memory alone. */
function journalOf(engine: Engine): ReturnType<typeof openJournal> {
  const { recordings, stateFolder } = engine.settings;
  const folder = stateFolder ?? (recordings === null ? null : `${recordings.folder}/live`);
  return folder === null ? Promise.resolve('unavailable') : openJournal(engine, folder);
}

function shelfOf({ settings, log }: EngineParts): Promise<RecordingShelf | null> {
  if (settings.recordings === null) return Promise.resolve(null);
  return openShelf(settings.recordings.folder, (error) =>
    log('error', 'the list of recordings could not be written', { error: wordsOf(error) }),
  );
}

function mixerOf(engine: Engine): VideoMixer | null {
  const { shelf, settings, log } = engine;
  const ffmpeg = settings.recordings?.ffmpeg ?? null;
  if (shelf === null || ffmpeg === null) return null;
  return openMixer({
    ffmpeg,
    folder: (id) => shelf.folder(id),
    ready({ id, size, ms }) {
      const facts = shelf.change(id, { video: { state: 'ready', size, processingTime: ms } });
      if (facts !== undefined) tellReady(engine, shelf, facts);
    },
    failed(id, words) {
      shelf.change(id, { video: { state: 'failed' } });
      log('warn', 'no video could be made of a recording', { meeting: id, error: words });
    },
  });
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE';
      reject(taken ? new Error(`port ${port} at ${host} is already taken by another program`, { cause: error }) : error);
    });
    server.listen(port, host, resolve);
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no port');
  return address.port;
}
