/** What a file is that a stranger sent, found out in a process that can be ended. */
import { IsolatedError, runIsolated } from '#kit/server/sandbox/sandbox.ts';
import type { Refusal, SniffedKind } from '../files.rules.ts';

export type SniffRequest = { file: string; sentName: string };

const task = {
  module: new URL('./sniff-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is SniffedKind | null =>
    value === null || (typeof value === 'object' && 'mime' in value && 'read' in value),
};

/** Or why it is none that the library takes. `accountId`: whose file it is. Throws `unavailable` when too many wait already. */
export async function sniffFile(request: SniffRequest, accountId: string): Promise<SniffedKind | Refusal> {
  try {
    return (await runIsolated(task, request, { seconds: 10, megabytes: 400, turn: accountId })) ?? 'unknown_kind';
  } catch (error) {
    if (error instanceof IsolatedError) return 'unreadable';
    throw error;
  }
}
