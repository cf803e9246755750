import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import { standingQuery, vendorsApi } from '../vendors-data.hook.ts';

/** Owners of customer accounts are the only ones for whom the question makes sense. */
export const mayAsk = (user: SessionUser | null): boolean => user?.account?.kind === 'customer' && user.account.role === 'owner';

/** What the link asks before it is shown. */
export const applyLinkNeeds = ({ api, queries, user }: Pick<LoadContext, 'api' | 'queries' | 'user'>): Promise<unknown>[] =>
  mayAsk(user) ? [queries.ensureQueryData(standingQuery(api(vendorsApi)))] : [];
