import { Failure } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { newsletterCalls, OfferedList, PreferencesView } from '../subscribing.contract.ts';

type LinkTrouble = { state: 'trouble'; trouble: 'expired' | 'unknown' };
export type GuestPage =
  | { state: 'subscribe'; lists: OfferedList[] }
  | { state: 'confirm'; token: string; pending: ResultIn<typeof newsletterCalls.pending> }
  | { state: 'preferences'; token: string; view: PreferencesView }
  | LinkTrouble;

const isToken = (text: string): boolean => /^[\w-]{40,200}$/.test(text);
/** A link that does not work is explained, not an error. */
async function orTrouble<T>(work: Promise<T>): Promise<T | LinkTrouble> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.code === 'link_expired') return { state: 'trouble', trouble: 'expired' };
    if (error instanceof Failure && error.code === 'link_unknown') return { state: 'trouble', trouble: 'unknown' };
    throw error;
  }
}

/** Which page of the newsletter the address asks for. Looking at it changes nothing: mail scanners open links, too. */
export async function loadGuest({ api, url, answer, head }: LoadContext): Promise<GuestPage> {
  const { newsletterCalls: calls } = await import('../subscribing.contract.ts');
  const { newsletter } = api({ newsletter: calls });
  const [confirm, preferences] = [url.searchParams.get('confirm'), url.searchParams.get('preferences')];
  const token = confirm ?? preferences;
  if (token === null) return { state: 'subscribe', lists: (await newsletter.offers()).items };
  head({ tags: [], robots: 'noindex' });
  const page: GuestPage = !isToken(token)
    ? { state: 'trouble', trouble: 'unknown' }
    : await orTrouble<GuestPage>(
        confirm === null
          ? newsletter.preferences({ query: { token } }).then((view) => ({ state: 'preferences' as const, token, view }))
          : newsletter.pending({ query: { token } }).then((pending) => ({ state: 'confirm' as const, token, pending })),
      );
  if (page.state === 'trouble') answer(page.trouble === 'expired' ? 410 : 404);
  return page;
}
