import { POOL_MAX, type Grant, perKey, type Pool, poolKeys, type PoolKey } from '../vendors.rules.ts';

/** Figures as they are typed. */
export type FigureDraft = Record<PoolKey, string>;

export const figuresOf = (pool: Pool | Grant): FigureDraft => perKey((key) => (pool[key] === null ? '' : String(pool[key])));

const figure = (text: string): number | null => (/^\d{1,7}$/.test(text.trim()) && Number(text) <= POOL_MAX ? Number(text) : null);

/** Which fields hold no figure; an empty one is `free` to be left so in a pool. */
export function figureTroubles(draft: FigureDraft, empty: 'free' | 'bad'): Partial<Record<PoolKey, string>> {
  const bad = poolKeys.filter((key) => (draft[key].trim() === '' ? empty === 'bad' : figure(draft[key]) === null));
  return Object.fromEntries(bad.map((key) => [key, 'not_a_number']));
}

export const poolOfDraft = (draft: FigureDraft): Pool => perKey((key) => figure(draft[key]));
export const grantOfDraft = (draft: FigureDraft): Grant => perKey((key) => figure(draft[key]) ?? 0);

/** The draft's own fields out of a larger one. */
export const figuresIn = (draft: FigureDraft): FigureDraft => perKey((key) => draft[key]);
