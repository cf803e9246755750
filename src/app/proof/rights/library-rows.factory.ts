/** A library with a folder, a file in it and one in the bin, and an upload, as rows. */
import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

type LibraryIds = {
  account: string;
  owner: string;
  folder: string;
  file: string;
  binned: string;
  /** An upload for a message. */
  attachment: string;
  name: string;
};
const file = ({ account, owner, folder, name }: LibraryIds, id: string, deleted: string | null): SQL[] => [
  sql`insert into library_files (id, account_id, folder_id, owner_id, name, share, version_id, created_at, updated_at, deleted_at) values (${id}, ${account}, ${folder}, ${owner}, ${name}, 'account', ${id}, now(), now(), ${deleted})`,
  sql`insert into library_versions (id, account_id, file_id, number, state, sent_name, mime, ending, bytes, created_by, created_at, updated_at) values (${id}, ${account}, ${id}, 1, 'ready', ${name}, 'application/pdf', 'pdf', 1, ${owner}, now(), now())`,
];
export const libraryRows = (ids: LibraryIds): SQL[] => [
  sql`insert into library_folders (id, account_id, owner_id, name, share, created_at, updated_at) values (${ids.folder}, ${ids.account}, ${ids.owner}, ${ids.name}, 'account', now(), now())`,
  ...file(ids, ids.file, null),
  ...file(ids, ids.binned, new Date().toISOString()),
  sql`insert into uploads (id, account_id, user_id, name, bytes, share, state, created_at, updated_at) values (${newId()}, ${ids.account}, ${ids.owner}, ${ids.name}, 1, 'private', 'receiving', now(), now())`,
  sql`insert into uploads (id, account_id, user_id, name, bytes, share, place, state, created_at, updated_at) values (${ids.attachment}, ${ids.account}, ${ids.owner}, ${ids.name}, 1, 'private', 'conversation', 'receiving', now(), now())`,
];
type ShownFile = { account: string; room: string; meeting: string; file: string };
/** That file shown by a room, and sent to a server for one of its meetings. */
export const presentationRows = ({ account, room, meeting, file: id }: ShownFile): SQL[] => [
  sql`insert into room_presentations (room_id, file_id, account_id, position) values (${room}, ${id}, ${account}, 0)`,
  sql`insert into meeting_presentations (meeting_id, version_id, file_id, account_id, name, position, asked_at) values (${meeting}, ${id}, ${id}, ${account}, 'f.pdf', 0, now())`,
];
