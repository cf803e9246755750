/**
 * The process of a meeting engine: one that this process forked, or one that is found running because it outlived the process that
 * had forked it. A note beside its recordings says which process it is and where it listens.
 */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { isAlive, startOf, waitForEnd } from '#kit/server/db/postgres-process.ts';

const noteFile = 'process.json';
const logFile = 'engine.log';
const logLimit = 8 * 2 ** 20;
/** Milliseconds an engine may take to end or to say that it stays. */
const endsWithin = 5_000;
const lookEvery = 250;
const answersWithin = 3_000;

/** Ports are null until the engine listens. */
const engineNote = z.object({
  ...{ pid: z.number(), startedAt: z.string(), host: z.string() },
  ...{ httpPort: z.nullable(z.number()), udpPort: z.nullable(z.number()) },
});
type EngineNote = z.infer<typeof engineNote>;
export type EnginePorts = Pick<EngineNote, 'host' | 'httpPort' | 'udpPort'> & { httpPort: number };

const ready = z.object({ t: z.literal('ready'), httpPort: z.number(), udpPort: z.number() });
const pong = z.object({ t: z.literal('pong'), meetings: z.number() });
const stays = z.object({ t: z.literal('stays') });
const health = z.object({ meetings: z.number() });

const program = () => path.join(path.dirname(createRequire(import.meta.url).resolve('@atrium/engine/server/main')), 'main.ts');
const runs = ({ pid, startedAt }: EngineNote): boolean => isAlive(pid) && startOf(pid) === startedAt;

/** The engine that lives on the slot of that folder, whichever process started it. */
export function livingEngine(folder: string): EngineNote | null {
  const note = z.safeParse(engineNote, readNote(path.join(folder, noteFile)));
  return note.success && runs(note.data) ? note.data : null;
}

function readNote(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // there is none, or the disk lost it
    return null;
  }
}

function writeNote(folder: string, note: EngineNote): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const making = path.join(folder, `${noteFile}.part`);
  fs.writeFileSync(making, JSON.stringify(note), { mode: 0o600 });
  fs.renameSync(making, path.join(folder, noteFile));
}

function signal(note: EngineNote, name: NodeJS.Signals): void {
  if (runs(note)) process.kill(note.pid, name);
}

/** Ends an engine, with a goodbye to its people where it has the time. */
export async function endEngine(note: EngineNote): Promise<void> {
  signal(note, 'SIGTERM');
  if (await waitForEnd(note.pid, endsWithin)) return;
  signal(note, 'SIGKILL');
  await waitForEnd(note.pid, endsWithin);
}

export type EngineEvents = {
  /** It can be reached. */
  ready(ports: EnginePorts): void;
  /** It answered a ping. */
  heard(meetings: number): void;
  ended(why: object): void;
  trouble(error: unknown): void;
};

export type EngineProcess = {
  ping(): void;
  kill(): void;
  end(): Promise<void>;
  /** Lets its meetings go on without this process. One that has none ends. */
  leave(): Promise<'stays' | 'ended'>;
};

/** One that lasts for its meetings goes on when this process ends: it has a log of its own, and hears nothing from our terminal. */
export type EngineLaunch = {
  folder: string;
  host: string;
  env: Record<string, string>;
  lastsFor: 'its-meetings' | 'this-process';
};

/** A file and not our own output, whose reader may go away with us. */
function openLog(folder: string): number {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, logFile);
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) fs.rmSync(file);
  return fs.openSync(file, 'a', 0o600);
}

function launch({ folder, env, lastsFor }: EngineLaunch): ChildProcess {
  const options: ForkOptions = { env, serialization: 'json', execArgv: [] };
  if (lastsFor === 'this-process') return fork(program(), [], { ...options, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const log = openLog(folder);
  try {
    return fork(program(), [], { ...options, detached: true, stdio: ['ignore', log, log, 'ipc'] });
  } finally {
    fs.closeSync(log);
  }
}

/** Starts an engine. Throws where the system has no room for another process. */
export function forkEngine(options: EngineLaunch, events: EngineEvents): EngineProcess {
  const child = launch(options);
  const { pid = 0 } = child;
  const note = { pid, startedAt: startOf(pid), host: options.host, httpPort: null, udpPort: null };
  if (pid > 0) writeNote(options.folder, note);
  child.on('message', (message) => {
    const answer = z.safeParse(pong, message);
    if (answer.success) events.heard(answer.data.meetings);
    const started = z.safeParse(ready, message);
    if (!started.success) return;
    const { httpPort, udpPort } = started.data;
    writeNote(options.folder, { ...note, httpPort, udpPort });
    events.ready({ host: note.host, httpPort, udpPort });
  });
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (code, killed) => {
      events.ended({ code, signal: killed });
      resolve();
    });
    // without a listener the error of a child ends this process
    child.on('error', (error) => {
      events.trouble(error);
      // one that could not be started never exits
      if (child.pid !== undefined) return;
      events.ended({ error });
      resolve();
    });
  });
  const send = (message: { t: string }) => {
    // a broken pipe needs no answer: the exit follows
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    ping: () => send({ t: 'ping' }),
    kill: () => void child.kill('SIGKILL'),
    end: async () => {
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), endsWithin);
      await exit;
      clearTimeout(hard);
    },
    leave: async () => {
      const staying = new Promise<'stays'>((resolve) => {
        child.on('message', (message) => z.safeParse(stays, message).success && resolve('stays'));
        setTimeout(() => resolve('stays'), endsWithin).unref();
      });
      send({ t: 'leave' });
      return Promise.race([staying, exit.then(() => 'ended' as const)]);
    },
  };
}

const reached = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
};

/** Goes on with an engine that lives: it has no channel to us, so it is asked over HTTP. By the `secret` it knows who asks. */
export function adoptEngine(note: EngineNote, secret: string, events: EngineEvents): EngineProcess {
  const { host, httpPort, udpPort } = note;
  const watch = setInterval(() => {
    if (runs(note)) return;
    clearInterval(watch);
    events.ended({ pid: note.pid });
  }, lookEvery);
  const ask = async () => {
    // one that did not listen yet ends by itself, as nobody is in it
    if (httpPort === null) return;
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`http://${reached(host)}:${httpPort}/healthz`, {
      headers,
      signal: AbortSignal.timeout(answersWithin),
    });
    const figures = z.safeParse(health, await answer.json());
    // without figures, as after a change of the key, it lives all the same
    events.heard(figures.success ? figures.data.meetings : 1);
    events.ready({ host, httpPort, udpPort });
  };
  return {
    ping: () => void ask().catch(() => undefined),
    kill: () => signal(note, 'SIGKILL'),
    end: () => endEngine(note),
    leave: async () => {
      clearInterval(watch);
      return 'stays';
    },
  };
}
