/** Rooms and recordings in posts: which an editor may put there, and what their readers see of them. */
import { Failure } from '#kit/errors.ts';
import { type EmbedKind, referencesOf, type RichText } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { startOf } from '#meet/recordings/recordings.rules.ts';
import { findRecordings, openRecordings } from '#meet/recordings/server/find.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { roomsById, visibleRooms } from '#meet/rooms/server/live.service.ts';
import type { PostEmbed } from '../reading.contract.ts';

type EmbedRef = { kind: EmbedKind; id: string };
const idsOf = (refs: readonly EmbedRef[], kind: EmbedKind): string[] =>
  refs.filter((ref) => ref.kind === kind).map((ref) => ref.id);

/** What is there already may stay. Throws `embed_unknown` for a room or recording that the editor does not see, or
 * of another account, whose people did not agree to it. */
export async function requireNewEmbeds(ctx: Ctx, draft: RichText, before: RichText | null): Promise<void> {
  const known = new Set(before === null ? [] : referencesOf(before).embeds.map(({ id }) => id));
  const added = referencesOf(draft).embeds.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const [rooms, recordings] = await Promise.all([
    visibleRooms(ctx, idsOf(added, 'room')),
    findRecordings(ctx, idsOf(added, 'recording')),
  ]);
  const { accountId } = actorOf(ctx);
  for (const { kind, id } of added)
    if ((kind === 'room' ? rooms : recordings).get(id)?.row.accountId !== accountId) throw new Failure('embed_unknown');
}

/** Those that readers can open: rooms by their link, recordings that play for everybody. */
export async function embedsIn(ctx: Ctx, refs: readonly EmbedRef[]): Promise<PostEmbed[]> {
  const [rooms, recordings] = await Promise.all([
    roomsById(ctx.system.read, idsOf(refs, 'room')),
    openRecordings(ctx.system.read, idsOf(refs, 'recording')),
  ]);
  return [
    ...[...rooms.values()].map(
      ({ id, name, slug }): PostEmbed => ({
        ...{ kind: 'room', id, name, path: `/m/${slug}`, startedAt: null, lengthMs: null },
      }),
    ),
    ...recordings.map(
      ({ id, name, recordId, lengthMs, startedAt }): PostEmbed => ({
        ...{ kind: 'recording', id, name, path: `/playback/${encodeURIComponent(recordId)}` },
        ...{ startedAt: startOf({ startedAt }), lengthMs },
      }),
    ),
  ];
}
export const embedsOf = (ctx: Ctx, text: RichText): Promise<PostEmbed[]> => embedsIn(ctx, referencesOf(text).embeds);
