/**
 * Reads what strangers sent in processes of their own, which end when they take too long or too much: neither a loop nor a native
 * library in them holds up requests. They start with the first piece of work and are gone when there was none for a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SandboxReply, SandboxRequest } from './sandbox-worker.ts';
import { createTurns } from './turns.ts';

/**
 * `module` exports a function `isolated`, which gets the input and a function that reports progress; both ways go what structured clones can
 * hold. `isProgress` is needed by tasks that report.
 */
export type IsolatedTask<Result, Progress = never> = {
  module: string;
  isResult: (value: unknown) => value is Result;
  isProgress?: (value: unknown) => value is Progress;
};
/**
 * `turn`: the account or meeting that the work belongs to; the task's own when left out. Work of one turn never has all processes.
 * `signal` ends the work, also while it waits.
 */
export type IsolatedLimits<Progress = never> = {
  seconds: number;
  megabytes: number;
  turn?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
};
/**
 * `threw`: the work itself; `limit`: it took too long or too much, or its process crashed; `ended`: its process was ended from outside, as when
 * the machine stops or has no memory left, so that the same work may go well another time; `stopped`: by the signal of its caller.
 */
type IsolatedEnding = 'threw' | 'limit' | 'ended' | 'stopped';
/** The work did not end well. */
export class IsolatedError extends Error {
  override readonly name = 'IsolatedError';
  readonly ending: IsolatedEnding;
  constructor(message: string, ending: IsolatedEnding) {
    super(message);
    this.ending = ending;
  }
}
/** Too much work waits already. The code is the one of an unavailable service. */
export class SandboxBusy extends Error {
  override readonly name = 'SandboxBusy';
  readonly code = 'unavailable';
}
/** What an operator, a service manager and a kernel without memory send. */
const outsideSignals: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

type WaitingWork = {
  turn: string;
  request: SandboxRequest;
  seconds: number;
  progress: (progress: unknown) => void;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
};
type SandboxWorker = { child: ChildProcess; current: WaitingWork | null; timer: NodeJS.Timeout | undefined };
/**
 * `heap`: megabytes of JavaScript in each process; what native code takes counts towards the limit of the task. `idle` in milliseconds.
 * `resting`: megabytes above which a process ends after its work, so that the next work has its whole limit.
 */
export type SandboxSettings = { processes: number; waiting: number; heap: number; idle: number; resting: number };
export const usualSandbox: SandboxSettings = { processes: 2, waiting: 20, heap: 384, idle: 30_000, resting: 250 };
export type Sandbox = {
  /** Throws `SandboxBusy` when too many of the same turn wait already, and `IsolatedError`. */
  run<Result, Progress = never>(
    task: IsolatedTask<Result, Progress>,
    input: unknown,
    limits: IsolatedLimits<Progress>,
  ): Promise<Result>;
};

const program = fileURLToPath(new URL('./sandbox-worker.ts', import.meta.url));

/** A server without fonts would draw boxes for letters; the file names those of the product. */
const fonts = fileURLToPath(new URL('./fonts.conf', import.meta.url));

/** It needs nothing of our environment. */
const start = ({ heap }: SandboxSettings): ChildProcess =>
  fork(program, [], {
    env: { FONTCONFIG_FILE: fonts },
    execArgv: [`--max-old-space-size=${heap}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Whether the worker keeps this process alive: while it works, and not when it waits. */
function hold({ child }: SandboxWorker, until: 'work' | 'rest'): void {
  for (const one of [child, child.channel]) {
    if (until === 'work') one?.ref();
    else one?.unref();
  }
}

export function createSandbox(settings: SandboxSettings = usualSandbox): Sandbox {
  const queue = createTurns<WaitingWork>();
  const workers = new Set<SandboxWorker>();
  /** One is left for the others, who may come while the work of one is long. */
  const mostOfOne = Math.max(1, settings.processes - 1);
  const mayGo = (turn: string) => [...workers].filter(({ current }) => current?.turn === turn).length < mostOfOne;
  const finish = (worker: SandboxWorker, settle: (one: WaitingWork) => void) => {
    const one = worker.current;
    clearTimeout(worker.timer);
    worker.current = null;
    if (one !== null) settle(one);
    advance();
  };
  const end = (worker: SandboxWorker, error: IsolatedError) => {
    workers.delete(worker);
    worker.child.kill('SIGKILL');
    finish(worker, ({ reject }) => reject(error));
  };
  const open = (): SandboxWorker => {
    const worker: SandboxWorker = { child: start(settings), current: null, timer: undefined };
    workers.add(worker);
    worker.child.on('message', (reply: SandboxReply) => {
      if ('progress' in reply) return worker.current?.progress(reply.progress);
      const { outcome, megabytes } = reply;
      const isLarge = megabytes > settings.resting;
      if (isLarge) workers.delete(worker);
      finish(worker, ({ resolve, reject }) =>
        'result' in outcome ? resolve(outcome.result) : reject(new IsolatedError(outcome.failed, 'threw')),
      );
      if (isLarge) worker.child.kill('SIGKILL');
      else rest(worker);
    });
    worker.child.on('error', (error) => end(worker, new IsolatedError(error.message, 'ended')));
    worker.child.on('exit', (code, signal) =>
      end(
        worker,
        new IsolatedError(`its process ended with ${signal ?? code}`, outsideSignals.includes(signal) ? 'ended' : 'limit'),
      ),
    );
    return worker;
  };
  const rest = (worker: SandboxWorker) => {
    if (worker.current !== null) return;
    hold(worker, 'rest');
    worker.timer = setTimeout(end, settings.idle, worker, new IsolatedError('idle', 'ended')).unref();
  };
  function advance(): void {
    const free = [...workers].find(({ current }) => current === null);
    if (free === undefined && workers.size >= settings.processes) return;
    const one = queue.take(mayGo);
    if (one === undefined) return;
    const worker = free ?? open();
    clearTimeout(worker.timer);
    worker.current = one;
    hold(worker, 'work');
    worker.timer = setTimeout(end, one.seconds * 1_000, worker, new IsolatedError('it took too long', 'limit'));
    worker.child.send(one.request, (error) => error !== null && end(worker, new IsolatedError(error.message, 'ended')));
  }
  const stop = (one: WaitingWork, error: IsolatedError) => {
    const worker = [...workers].find(({ current }) => current === one);
    if (worker !== undefined) end(worker, error);
    else if (queue.drop(one)) one.reject(error);
  };
  const add = (one: WaitingWork) => {
    queue.add(one);
    advance();
    if (queue.size > settings.waiting) queue.dropLast()?.reject(new SandboxBusy());
  };
  return { run: (task, input, limits) => runQueued({ add, stop }, task, { input, ...limits }) };
}

type SandboxQueue = { add: (one: WaitingWork) => void; stop: (one: WaitingWork, error: IsolatedError) => void };

async function runQueued<Result, Progress>(
  { add, stop }: SandboxQueue,
  task: IsolatedTask<Result, Progress>,
  { input, seconds, megabytes, turn = task.module, signal, onProgress }: IsolatedLimits<Progress> & { input: unknown },
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const progress = (value: unknown) => {
    if (task.isProgress?.(value) === true) onProgress?.(value);
    else stop(one, new IsolatedError('it reported something else', 'threw'));
  };
  const one = { turn, request: { module: task.module, input, megabytes }, seconds, progress, resolve, reject };
  const onAbort = () => stop(one, new IsolatedError('it was stopped', 'stopped'));
  if (signal?.aborted) throw new IsolatedError('it was stopped', 'stopped');
  signal?.addEventListener('abort', onAbort, { once: true });
  add(one);
  const result = await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  if (!task.isResult(result)) throw new IsolatedError('it gave something else', 'threw');
  return result;
}

const sandbox = createSandbox();
/** In the processes that all of this process share. */
export const runIsolated: Sandbox['run'] = (task, input, limits) => sandbox.run(task, input, limits);
