/**
 * Reads what strangers sent in processes of their own, which end when they take too long or too much: neither a loop nor a native
 * library in them holds up requests. They start with the first piece of work and are gone when there was none for a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '#kit/errors.ts';
import type { SandboxReply, SandboxRequest } from './sandbox-worker.ts';

/** `module` exports a function `isolated`, which gets the input; both ways go what structured clones can hold. */
export type IsolatedTask<Result> = { module: string; isResult: (value: unknown) => value is Result };
export type IsolatedLimits = { seconds: number; megabytes: number };
/** The work did not end well: it threw, or its process was ended at a limit or by a crash. */
export class IsolatedError extends Error {
  override readonly name = 'IsolatedError';
}

type Waiting = { request: SandboxRequest; seconds: number; resolve: (result: unknown) => void; reject: (error: Error) => void };
type Worker = { child: ChildProcess; current: Waiting | null; timer: NodeJS.Timeout | undefined };
/** `heap`: megabytes of JavaScript in each process; what native code takes counts towards the limit of the task. `idle` in milliseconds. */
export type SandboxSettings = { processes: number; waiting: number; heap: number; idle: number };
const usual: SandboxSettings = { processes: 2, waiting: 20, heap: 384, idle: 30_000 };
export type Sandbox = {
  /** Throws `unavailable` when too many wait already, and `IsolatedError`. */
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

export function createSandbox(settings: SandboxSettings = usual): Sandbox {
  const queue: Waiting[] = [];
  const workers = new Set<Worker>();
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
    const worker = free ?? (workers.size < settings.processes && queue.length > 0 ? open() : undefined);
    const one = worker === undefined ? undefined : queue.shift();
    if (worker === undefined || one === undefined) return;
    clearTimeout(worker.timer);
    worker.current = one;
    hold(worker, 'work');
    worker.timer = setTimeout(end, one.seconds * 1_000, worker, 'it took too long');
    worker.child.send(one.request, (error) => error !== null && end(worker, error.message));
  }
  return {
    async run(task, input, { seconds, megabytes }) {
      if (queue.length >= settings.waiting) throw new Failure('unavailable');
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      queue.push({ request: { module: task.module, input, megabytes }, seconds, resolve, reject });
      advance();
      const result = await promise;
      if (!task.isResult(result)) throw new IsolatedError('it gave something else');
      return result;
    },
  };
}

const sandbox = createSandbox();
/** In the processes that all of this process share. */
export const runIsolated: Sandbox['run'] = (task, input, limits) => sandbox.run(task, input, limits);
