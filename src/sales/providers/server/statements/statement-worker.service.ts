/** The part of `readStatementApart` that runs in a process of its own. */
import type { StatementRead } from '../../statements.rules.ts';
import type { CsvMapping } from './csv-table.service.ts';
import { readStatementFile } from './statement-archive.service.ts';

export const isolated = ({ bytes, mapping }: { bytes: Uint8Array; mapping: CsvMapping }): Promise<StatementRead> =>
  readStatementFile(bytes, mapping);
