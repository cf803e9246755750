import { loadable } from '#kit/ui/query/loadable.tsx';

/** A vendor's own invoices, for those who sell in their own name. */
export const Sales = loadable(async () => (await import('./sales.part.tsx')).Sales);
