/** The process in which `runIsolated` does its work, one piece after the other. */
import { setPriority } from 'node:os';

export type SandboxRequest = { module: string; input: unknown; megabytes: number };
type SandboxOutcome = { result: unknown } | { failed: string };
/** `megabytes`: what the process has now. */
export type SandboxReply = { progress: unknown } | { outcome: SandboxOutcome; megabytes: number };

/** Requests of people come before it. */
const niceness = 5;
const megabytesNow = (): number => process.memoryUsage.rss() / 1024 / 1024;
/** One that nobody sends, so that our limit is not taken for the end of the machine; Windows knows no others than SIGKILL. */
const overLimit = process.platform === 'win32' ? 'SIGKILL' : 'SIGUSR2';
/** Milliseconds between two looks at the memory, while native code works. */
const lookEvery = 50;

const send = (reply: SandboxReply) => process.send?.(reply);
const report = (progress: unknown) => send({ progress });

async function work({ module, input }: SandboxRequest): Promise<SandboxOutcome> {
  try {
    const { isolated } = await import(module);
    return { result: await isolated(input, report) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message.slice(0, 500) : 'it failed' };
  }
}

setPriority(niceness);
process.on('disconnect', () => process.exit(0));
process.on('message', async (request: SandboxRequest) => {
  const watch = setInterval(() => {
    if (megabytesNow() > request.megabytes) process.kill(process.pid, overLimit);
  }, lookEvery);
  const outcome = await work(request);
  clearInterval(watch);
  send({ outcome, megabytes: megabytesNow() });
});
