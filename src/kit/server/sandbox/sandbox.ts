/**
 * Reads what strangers sent in processes of their own, which end when they take too long or too much: neither a loop nor a native
 * library in them holds up requests. They start with the first piece of work and are gone when there was none for a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '#kit/errors.ts';
import type { SandboxReply, SandboxRequest } from './sandbox-worker.ts';
import { createTurns } from './turns.ts';

/** `module` exports a function `isolated`, which gets the input; both ways go what structured clones can hold. */
export type IsolatedTask<Result> = { module: string; isResult: (value: unknown) => value is Result };
/** `turn`: whose work it is, such as an account's id; the task's own when left out. Work of one never has all processes. */
export type IsolatedLimits = { seconds: number; megabytes: number; turn?: string };
/** The work did not end well: it threw, or its process was ended at a limit or by a crash. */
export class IsolatedError extends Error {
  override readonly name = 'IsolatedError';
}

type Waiting = {
  turn: string;
  request: SandboxRequest;
  seconds: number;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
};
type Worker = { child: ChildProcess; current: Waiting | null; timer: NodeJS.Timeout | undefined };
/** `heap`: megabytes of JavaScript in each process; what native code takes counts towards the limit of the task. `idle` in milliseconds. */
export type SandboxSettings = { processes: number; waiting: number; heap: number; idle: number };
export const usualSandbox: SandboxSettings = { processes: 2, waiting: 20, heap: 384, idle: 30_000 };
export type Sandbox = {
  /** Throws `unavailable` when too many of the same turn wait already, and `IsolatedError`. */
  run<Result>(task: IsolatedTask<Result>, input: unknown, limits: IsolatedLimits): Promise<Result>;
};

const program = fileURLToPath(new URL('./sandbox-worker.ts', import.meta.url));

/** It needs nothing of our environment. */
const start = ({ heap }: SandboxSettings): ChildProcess =>
  fork(program, [], {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

/** Whether the worker keeps this process alive: while it works, and not when it waits. */
function hold({ child }: Worker, until: 'work' | 'rest'): void {
  for (const one of [child, child.channel]) {
    if (until === 'work') one?.ref();
    else one?.unref();
  }
}

export function createSandbox(settings: SandboxSettings = usualSandbox): Sandbox {
  const queue = createTurns<Waiting>();
  const workers = new Set<Worker>();
  /** One is left for the others, who may come while the work of one is long. */
  const mostOfOne = Math.max(1, settings.processes - 1);
  const mayGo = (turn: string) => [...workers].filter(({ current }) => current?.turn === turn).length < mostOfOne;
  const finish = (worker: Worker, settle: (one: Waiting) => void) => {
    const one = worker.current;
    clearTimeout(worker.timer);
    worker.current = null;
    if (one !== null) settle(one);
    advance();
  };
  const end = (worker: Worker, why: string) => {
    workers.delete(worker);
    worker.child.kill('SIGKILL');
    finish(worker, ({ reject }) => reject(new IsolatedError(why)));
  };
  const open = (): Worker => {
    const worker: Worker = { child: start(settings), current: null, timer: undefined };
    workers.add(worker);
    worker.child.on('message', (reply: SandboxReply) => {
      finish(worker, ({ resolve, reject }) =>
        'result' in reply ? resolve(reply.result) : reject(new IsolatedError(reply.failed)),
      );
      rest(worker);
    });
    worker.child.on('error', (error) => end(worker, error.message));
    worker.child.on('exit', (code, signal) => end(worker, `its process ended with ${signal ?? code}`));
    return worker;
  };
  const rest = (worker: Worker) => {
    if (worker.current !== null) return;
    hold(worker, 'rest');
    worker.timer = setTimeout(end, settings.idle, worker, 'idle').unref();
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
    worker.timer = setTimeout(end, one.seconds * 1_000, worker, 'it took too long');
    worker.child.send(one.request, (error) => error !== null && end(worker, error.message));
  }
  return {
    async run(task, input, { seconds, megabytes, turn = task.module }) {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      queue.add({ turn, request: { module: task.module, input, megabytes }, seconds, resolve, reject });
      advance();
      if (queue.size > settings.waiting) queue.dropLast()?.reject(new Failure('unavailable'));
      const result = await promise;
      if (!task.isResult(result)) throw new IsolatedError('it gave something else');
      return result;
    },
  };
}

const sandbox = createSandbox();
/** In the processes that all of this process share. */
export const runIsolated: Sandbox['run'] = (task, input, limits) => sandbox.run(task, input, limits);
