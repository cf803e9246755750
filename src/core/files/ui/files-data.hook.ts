import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import type { ListShape, ListState } from '#kit/ui/table/list-state.ts';
import { libraryCalls, type LibraryQuery } from '../files.contract.ts';
import { fileKinds } from '../files.rules.ts';

export const libraryApi = { library: libraryCalls };
export type LibraryClient = Client<typeof libraryApi>;
/** The folder is a filter of the address, so that it can be linked and gone back from. */
export const libraryShape = { filters: ['kind', 'folder'], sort: '-changed' } as const satisfies ListShape;
export type LibraryView = LibraryQuery['view'];

export const folderOf = (list: Pick<ListState, 'filters'>): string | null => list.filters['folder']?.find(isId) ?? null;
export function libraryQueryOf(list: ListState, view: LibraryView) {
  const [folder, search] = [folderOf(list), list.q.trim().slice(0, 100)];
  const kind = fileKinds.find((one) => one === list.filters['kind']?.[0]);
  return {
    view,
    ...(folder !== null && { folder }),
    ...(search !== '' && { search }),
    ...(kind !== undefined && { kind }),
    ...(list.sort.by === 'name' && { sort: 'name' as const }),
    ...(list.after !== null && { cursor: list.after }),
  } satisfies Partial<LibraryQuery>;
}
export const libraryListQuery = (api: LibraryClient, list: ListState, view: LibraryView) =>
  callQuery({ area: 'user', name: 'library.list', call: api.library.list, input: { query: libraryQueryOf(list, view) } });
export const fileQuery = (api: LibraryClient, id: string) =>
  callQuery({ area: 'user', name: 'library.get', call: api.library.get, input: { params: { id } } });
export const foldersQuery = (api: LibraryClient) =>
  callQuery({ area: 'user', name: 'library.folders', call: api.library.folders, input: {} });
export const openUploadsQuery = (api: LibraryClient) =>
  callQuery({ area: 'user', name: 'library.uploads', call: api.library.uploads, input: {} });

export const uploadedFileQuery = (api: LibraryClient, id: string) =>
  callQuery({ area: 'user', name: 'library.attachment', call: api.library.attachment, input: { params: { id } } });

/** Asks for everything of the library again, after a change. */
export function useLibraryRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['user'] });
}
