/** Recordings that servers show by themselves, whatever visibility is set here. */
import type { Ctx } from '#kit/server/ctx.ts';
import { isOnItsWay, isOwnFormat } from './play-files.service.ts';
import { isShownHere } from './presentation.service.ts';
import type { RecordingRow } from './recordings.queries.ts';

/**
 * Whether some format plays only at its server, at an address that is open to everybody who has it. BBB servers know of no
 * protection, so such a recording has none until its files are here.
 */
export const isOpenThere = (ctx: Ctx, row: Pick<RecordingRow, 'held' | 'formats'>): boolean =>
  row.held === 'server' &&
  !isOnItsWay(row) &&
  row.formats.some(({ type, url }) => url !== '' && !isOwnFormat(row, type) && !isShownHere(ctx, row, type));
