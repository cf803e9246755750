/** The cards of meetings as they stand now. All who read the conversation see who is in; recording and attendance have rights of their own. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findMeeting } from '#meet/meetings/server/find.service.ts';
import { findRecordings } from '#meet/recordings/server/find.service.ts';
import type { ChatMeeting } from '../chat-views.contract.ts';
import { type CardRow, cardRows } from './cards.queries.ts';

export type MeetingCards = Map<string, ChatMeeting>;
const stateOf = (state: CardRow['state']): ChatMeeting['state'] => (state === 'detached' ? 'live' : state);

async function pageOf(ctx: Ctx, { id, state }: CardRow): Promise<string | null> {
  if (state !== 'ended') return null;
  try {
    return (await findMeeting(ctx, id)).rights.attendance ? `/rooms/meeting/${id}` : null;
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  }
}
async function recordingPath(ctx: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const view = (await findRecordings(ctx, [id])).get(id);
  return view?.rights.play === true ? `/playback/${view.row.recordId}` : null;
}
async function cardOf(ctx: Ctx, row: CardRow): Promise<ChatMeeting> {
  const [page, recording] = await Promise.all([pageOf(ctx, row), recordingPath(ctx, row.recordingId)]);
  const live = row.state === 'live';
  return {
    ...{ id: row.id, name: row.name, state: stateOf(row.state), startedAt: row.startedAt, endedAt: row.endedAt },
    ...{ people: live ? row.people : 0, names: live ? row.names : [], came: row.came },
    ...{ path: row.slug === null ? null : `/m/${row.slug}`, page, recording },
  };
}
export async function meetingCards(ctx: Ctx, ids: readonly string[]): Promise<MeetingCards> {
  const rows = await cardRows(ctx.system.read, ids);
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await cardOf(ctx, row)] as const)));
}
