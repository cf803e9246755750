/** What a card was made from, by the rights of the reader. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { get as getMeeting } from '#meet/meetings/server/meetings.service.ts';
import { get as getRecording } from '#meet/recordings/server/list.service.ts';
import { getIssue } from '#talk/tickets/server/issues.service.ts';
import { getTicket } from '#talk/tickets/server/tickets.service.ts';
import type { CardDetail } from '../tasks-views.contract.ts';
import type { TaskSource } from '../tasks.rules.ts';
import type { TaskCardRow } from './tasks.table.ts';

export type SourceSeen = { name: string; path: string };
type SourceWish = { id: string; second: number | null };
/** Null for what the person does not see, be it there or not. */
async function seenBy<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    const refused = ['not_found', 'not_allowed', 'acting_for_somebody'];
    if (error instanceof Failure && refused.includes(error.code)) return null;
    throw error;
  }
}
const looks: Readonly<Record<Exclude<TaskSource, 'mail'>, (ctx: Ctx, wish: SourceWish) => Promise<SourceSeen>>> = {
  ticket: async (ctx, { id }) => {
    const issue = await seenBy(() => getIssue(ctx, id));
    const { number, subject } = issue ?? (await getTicket(ctx, id));
    return { name: `#${number} ${subject}`, path: issue === null ? `/issues/list?ticket=${id}` : `/issues/user/details/${id}` };
  },
  meeting: async (ctx, { id }) => ({ name: (await getMeeting(ctx, id)).name, path: `/rooms/meeting/${id}` }),
  recording: async (ctx, { id, second }) => {
    const { name, recordId } = await getRecording(ctx, id);
    return { name, path: `/playback/${encodeURIComponent(recordId)}${second === null ? '' : `?t=${second}`}` };
  },
};
export const sourceSeen = (ctx: Ctx, kind: Exclude<TaskSource, 'mail'>, wish: SourceWish): Promise<SourceSeen | null> =>
  seenBy(() => looks[kind](ctx, wish));

/** As it is called now; for others, by the name that the maker of the card saw. A mail is its reader's alone. */
export async function sourceShown(ctx: Ctx, card: TaskCardRow): Promise<CardDetail['source']> {
  const { sourceKind: kind, sourceId: id, sourceSecond: second, sourceName, createdBy } = card;
  if (kind === null || id === null) return null;
  const kept = { kind, id, second, name: sourceName ?? '', path: null };
  if (kind === 'mail') {
    const mine = ctx.actor.kind === 'user' && ctx.actor.userId === createdBy;
    return { ...kept, path: mine ? `/mailbox?mail=${id}` : null };
  }
  return { ...kept, ...(await sourceSeen(ctx, kind, { id, second })) };
}
