import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { libraryFilesSql } from '#core/files/server/files.sql.ts';
import type { ChatFileKind } from '../chat.rules.ts';

/** `place`: its place among the files of the message, from 1. */
export type FilePosition = { number: number; place: number };
export type SentFileRow = FilePosition & { id: string; name: string; authorId: string; at: Date };
type FilePage = { kind: ChatFileKind | null; after: FilePosition | null; limit: number };

const isPicture = sql`l.kind is not distinct from 'picture'`;
const ofKind = (kind: FilePage['kind']): SQL =>
  kind === null ? sql`true` : kind === 'pictures' ? isPicture : sql`not (${isPicture})`;
const behind = (after: FilePosition | null): SQL =>
  after === null ? sql`true` : sql`m.number <= ${after.number} and (m.number < ${after.number} or f.place > ${after.place})`;

/** Of messages that were not deleted; the newest message first. */
export async function filesInConversation(
  db: Db,
  conversationId: string,
  { kind, after, limit }: FilePage,
): Promise<SentFileRow[]> {
  const { rows } = await db.execute<Omit<SentFileRow, 'at'> & { at: number }>(sql`
    select m.number, f.place::int as place, f.file->>'id' as id, f.file->>'name' as name, m.author_id as "authorId",
      (extract(epoch from m.created_at) * 1000)::float8 as at
    from chat_messages m cross join lateral jsonb_array_elements(m.files) with ordinality as f (file, place)
    left join ${libraryFilesSql} l on l.id = (f.file->>'id')::uuid
    where m.conversation_id = ${conversationId} and m.files <> '[]' and m.deleted_at is null and ${ofKind(kind)} and ${behind(after)}
    order by m.number desc, f.place limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
