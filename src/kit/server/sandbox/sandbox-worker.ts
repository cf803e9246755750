/** The process in which `runIsolated` does its work, one piece after the other. */
import { setPriority } from 'node:os';

export type SandboxRequest = { module: string; input: unknown; megabytes: number };
export type SandboxReply = { result: unknown } | { failed: string };

/** Requests of people come before it. */
const niceness = 5;
/** Milliseconds between two looks at the memory, while native code works. */
const lookEvery = 50;

async function work({ module, input }: SandboxRequest): Promise<SandboxReply> {
  try {
    const { isolated } = await import(module);
    return { result: await isolated(input) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message.slice(0, 500) : 'it failed' };
  }
}

setPriority(niceness);
process.on('disconnect', () => process.exit(0));
process.on('message', async (request: SandboxRequest) => {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > request.megabytes * 1024 * 1024) process.kill(process.pid, 'SIGKILL');
  }, lookEvery);
  const reply = await work(request);
  clearInterval(watch);
  process.send?.(reply);
});
