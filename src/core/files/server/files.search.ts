/** What the search finds here. */
import type { SearchSource } from '#kit/server/search-source.ts';
import { findFiles } from './list.service.ts';

const files: SearchSource = {
  kind: 'file',
  find: async (ctx, { search, limit }) =>
    (await findFiles(ctx, search, limit)).map(({ id, name, changedAt }) => ({ id, name, at: changedAt })),
};

export const searchSources: readonly SearchSource[] = [files];
