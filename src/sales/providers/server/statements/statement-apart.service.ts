/** Reads a bank file in a process of its own: ten megabytes of short lines take seconds. */
import { IsolatedError, runIsolated } from '@atrium/sandbox/sandbox';
import type { StatementRead } from '../../statements.rules.ts';
import type { CsvMapping } from './csv-table.service.ts';

const task = {
  module: new URL('./statement-worker.service.ts', import.meta.url).href,
  isResult: (value: unknown): value is StatementRead => typeof value === 'object' && value !== null && 'kind' in value,
};

/** `accountId`: the seller's, whose files wait for each other alone. */
export type StatementFileInput = { bytes: Uint8Array; mapping: CsvMapping; accountId: string };
/** As `readStatementFile`; a file that takes too long or too much memory is too large. Throws `SandboxBusy` when too many wait already. */
export async function readStatementApart({ bytes, mapping, accountId }: StatementFileInput): Promise<StatementRead> {
  try {
    return await runIsolated(task, { bytes, mapping }, { seconds: 20, megabytes: 1_000, turn: accountId });
  } catch (error) {
    if (error instanceof IsolatedError) return { kind: 'refused', why: 'too_large', line: null };
    throw error;
  }
}
