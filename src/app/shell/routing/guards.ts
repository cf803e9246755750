import { redirect } from 'react-router';
import { notAllowed } from '#kit/errors.ts';
import { authFacts, guardNames, pageFacts } from '#kit/facts.ts';
import { hasScope, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { PageContext } from '#app/shell/page-context.ts';
import { PageError, pageNotFound } from './page-error.ts';
import type { RouteRow } from './route-row.ts';

/** The navigation under way. `row` is null when nothing matches. */
export type GuardContext = { page: PageContext; row: RouteRow | null; url: URL };
/** Lets the navigation through, or throws: a redirect (no error page), or an error. */
export type RouteGuard = (passage: GuardContext) => void | Promise<void>;

/** The page needs a session that only the browser can renew: the server sends the frame alone. */
export class NeedsBrowser extends Error {}

/** Who reads; in the browser a session that may exist is looked up first. */
async function readerOf({ page }: GuardContext): Promise<SessionUser | null> {
  const known = page.auth.state().user;
  if (known !== null || page.side.at === 'server') return known;
  if (!page.auth.maybeSignedIn()) return null;
  return page.auth.fetchUser().catch(() => null);
}

/** Sends the signed-in away from guest pages, and guests to sign in; the path is remembered. */
const redirectGuard: RouteGuard = async (passage) => {
  const { page, row, url } = passage;
  if (row === null || row.access === 'all') return;
  const user = await readerOf(passage);
  if (user === null && page.side.at === 'server' && page.side.refreshLikely) throw new NeedsBrowser();
  if (row.access === 'guest') {
    if (user !== null) throw redirect(page.auth.takePath());
    return;
  }
  // an account that waits for its erasure has one page
  if (user?.account?.state === 'closed' && row.name !== 'account-closed') throw redirect('/account-closed');
  const setUp = '/settings?tab=security';
  if (user?.needs === 'second-factor' && url.pathname + url.search !== setUp) throw redirect(setUp);
  if (user !== null) return;
  page.auth.rememberPath(url.pathname + url.search);
  throw redirect(authFacts.redirects.login);
};

/** Asks the scope for the permission of the row. What this kind of account can never have does not exist for it. */
const iamAccess: RouteGuard = async ({ page, row }) => {
  if (row === null || ['all', 'guest', 'user'].includes(row.access)) return;
  const user = page.auth.state().user;
  if (hasScope(user?.scope, row.access)) return;
  // the catalogue is only needed to word a refusal
  const { everHeldBy } = await import('#core/iam/iam.rules.ts');
  if (user?.account !== null && user?.account !== undefined && !everHeldBy(row.access, user.account.kind)) throw pageNotFound();
  throw notAllowed(row.access);
};

/** The language that was chosen last, in any tab, is there before the page is. */
const language: RouteGuard = async ({ page }) => {
  const chosen = page.language.chosen();
  if (chosen !== page.language.get().locale) await page.language.use(chosen, 'once');
};

const [first, second, third] = guardNames;
export const guards: Readonly<Record<string, RouteGuard>> = { [first]: redirectGuard, [second]: iamAccess, [third]: language };

/** Runs the guards of every navigation and those of the row, by name. */
export async function runGuards(passage: GuardContext, registry: Readonly<Record<string, RouteGuard>> = guards): Promise<void> {
  for (const name of [...guardNames, ...(passage.row?.guards ?? [])]) {
    const guard = Object.hasOwn(registry, name) ? registry[name] : undefined;
    if (guard === undefined) throw new PageError(500, pageFacts.unknownMiddleware(name));
    await guard(passage);
  }
}
