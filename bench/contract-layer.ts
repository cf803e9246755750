/** The contract layer against a bare route of Fastify that returns the same JSON, both in a process of their own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { cpuRatioOf, type Ratio, ratioOf } from './load.ts';

/**
 * `ratio` compares requests per second, `cpuRatio` the processor time that the server spends on a request: the second holds also
 * where the load is what limits the first, or where the machine is busy with something else.
 */
export async function measureContractLayer(): Promise<Ratio & { cpuRatio: number | null }> {
  const server = fork(path.join(import.meta.dirname, 'contract-server.ts'));
  try {
    const [said]: unknown[] = await once(server, 'message');
    const origin = String(said);
    const [ours, bare] = [
      { origin, path: '/contract/rooms?limit=20' },
      { origin, path: '/bare/rooms' },
    ];
    return { ...(await ratioOf(ours, bare)), cpuRatio: await cpuRatioOf(server.pid ?? 0, { ours, bare }) };
  } finally {
    server.disconnect();
  }
}
