import type { DataRouter } from 'react-router';
import { send, type ApiTransport } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import { authFacts, localeFacts } from '#kit/facts.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import { type AuthClient, createAuth } from '#kit/ui/auth/auth-client.ts';
import { documentCookies } from '#kit/ui/auth/cookies.ts';
import { pageTitles } from '#kit/ui/page.tsx';
import { track } from '#kit/ui/track.ts';
import { localeFor } from '#kit/ui/text/locale.ts';
import { rows } from '#app/routes.tsx';
import { showHead } from './head-browser.ts';
import { type InitialState, stateElementId } from './initial-state.ts';
import { languageStore } from './language-store.ts';
import { openLanguage } from './load-texts.ts';
import { createLoadingBar } from '#app/shell/routing/loading-bar.ts';
import type { PageLanguage, PageContext } from '#app/shell/page-context.ts';
import { createReloadGuard, pageOf } from '#app/shell/routing/reload-guard.ts';

const daySeconds = 86_400;

/** The state that our own server wrote into this very document. */
export function readState(): InitialState {
  const text = document.getElementById(stateElementId)?.textContent;
  if (text === null || text === undefined) throw new Error('the document carries no state');
  const state: InitialState = JSON.parse(text);
  return state;
}

/** One at a time over all tabs of this browser, where it can lock; else in this tab alone. */
const exclusive = async <T>(run: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('atrium.auth', run) : run();

function apiOf(auth: AuthClient): ApiCall {
  const transport: ApiTransport = {
    base: '',
    fetch: (url, init) => fetch(url, init),
    token: async (call) => (call.access === 'guest' ? null : auth.token()),
  };
  return async (definition, input) => {
    try {
      return await send(transport, definition, input);
    } catch (error) {
      // the session was ended elsewhere: a token that looks good is refused
      const ended = error instanceof Failure && error.code === 'not_signed_in' && auth.state().loggedIn;
      const expired = error instanceof Error && error.message === authFacts.bothExpired;
      // nobody chose to leave: signing in again leads back here
      if (ended || expired) auth.rememberPath(window.location.pathname + window.location.search);
      if (ended) auth.reset();
      throw error;
    }
  };
}

export type BrowserPage = PageContext & {
  follow: (router: DataRouter) => void;
  /** Loads the page again when this error is about code that could not be loaded; tells whether it does. */
  reloadFor: (error: unknown) => boolean;
};

/** Everything of a tab: session, calls, texts, title, loading bar. */
export function browserPage(state: InitialState, language: PageLanguage): BrowserPage {
  const jar = documentCookies(window);
  const auth = createAuth(
    { jar, storage: window.localStorage, fetch: (url, init) => fetch(url, init), now: () => Date.now(), exclusive },
    state.user,
  );
  const bar = createLoadingBar({
    setTimeout: (run, ms) => window.setTimeout(run, ms),
    clearTimeout: (timer) => window.clearTimeout(Number(timer)),
    now: () => performance.now(),
  });
  const queries: PageContext['queries'] = { client: null, sent: state.data.queries };
  const at: { path: string } = { path: window.location.pathname };
  const reloadFor = createReloadGuard(pageOf(window));
  const page: PageContext = {
    side: {
      at: 'browser',
      path: () => at.path,
      // while the page is loaded again, this navigation waits: an error page would only flash
      chunkFailed: (error) => (reloadFor(error) ? new Promise(() => {}) : Promise.reject(error)),
    },
    api: apiOf(auth),
    auth,
    queries,
    language: languageStore(language, {
      open: openLanguage,
      chosen: () => localeFor(jar.get(localeFacts.cookie) ?? '') ?? language.locale,
      keep: (locale) => jar.set(localeFacts.cookie, locale, localeFacts.cookieDays * daySeconds),
    }),
    titles: pageTitles((title) => {
      document.title = title;
    }),
    bar,
    sideBar: { text: state.sideBar, keep: (text) => jar.set('atrium.side', text, 365 * daySeconds) },
    config: state.config,
    zone: state.reader.zone,
    now: state.reader.now,
    rows,
    nonce: state.nonce,
    answer: () => {},
    head: showHead,
  };
  const follow = (router: DataRouter) => {
    router.subscribe((now) => {
      if (now.navigation.state !== 'idle') return;
      at.path = now.location.pathname;
      bar.finish();
    });
    const forget = () => {
      queries.client?.clear();
      queries.sent = null;
    };
    followSession({ auth, router, forget });
  };
  return { ...page, follow, reloadFor };
}

type PageFollowing = { auth: AuthClient; router: DataRouter; forget: () => void };
/** After signing in to the remembered page, after signing out to the login page. */
function followSession({ auth, router, forget }: PageFollowing): void {
  const was: { loggedIn: boolean } = { loggedIn: auth.state().loggedIn };
  auth.onLogin(() => {
    track('login');
    forget();
    void router.navigate(auth.takePath());
  });
  auth.subscribe(() => {
    const { loggedIn } = auth.state();
    if (loggedIn === was.loggedIn) return;
    was.loggedIn = loggedIn;
    if (loggedIn) return;
    forget();
    void router.navigate(authFacts.redirects.logout);
  });
}
