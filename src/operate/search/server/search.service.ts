/** One question to every domain that declares a source; each answers from its own list, by its own rules of who may see what. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FoundThing, SearchSource } from '#kit/server/search-source.ts';
import { type SearchHit, searchKinds } from '../search.contract.ts';

const limit = 5;
const hidden = new Set(['not_allowed', 'not_found', 'limit_reached', 'acting_for_somebody']);

/** A list that this person may not see has nothing for them. */
async function foundBy(source: SearchSource, ctx: Ctx, search: string): Promise<readonly FoundThing[]> {
  try {
    return await source.find(ctx, { search, limit });
  } catch (error) {
    if (error instanceof Failure && hidden.has(error.code)) return [];
    throw error;
  }
}

/** At most five of each kind, in the order of the kinds. */
export async function find(ctx: Ctx, q: string, sources: readonly SearchSource[]): Promise<SearchHit[]> {
  const answers = await Promise.all(
    searchKinds.map(async (kind) => {
      const asked = sources.filter((source) => source.kind === kind);
      const found = (await Promise.all(asked.map((source) => foundBy(source, ctx, q)))).flat();
      return found
        .slice(0, limit)
        .map((thing): SearchHit => ({ kind, detail: null, at: null, amount: null, side: 'own', ...thing }));
    }),
  );
  return answers.flat();
}
