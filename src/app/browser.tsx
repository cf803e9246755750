import '#kit/ui/theme/styles.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { PrefetchProvider } from '#kit/ui/link.tsx';
import { documentCookies } from '#kit/ui/auth/cookies.ts';
import { App, routes } from './shell/app.tsx';
import { preloadConsent } from './shell/consent/consent.tsx';
import { takeEarly } from './shell/document/early-presses.ts';
import { WhenAlive } from './shell/document/when-alive.tsx';
import { browserPage, readState } from './shell/document/browser-side.ts';
import { preloadFrame } from './shell/frames/frames.tsx';
import { openLanguage } from './shell/document/load-texts.ts';
import { watchLostCode } from './shell/routing/lost-code.ts';
import { type PageContext, pageContext } from './shell/page-context.ts';
import type { InitialState } from './shell/document/initial-state.ts';
import { createPrefetch } from './shell/routing/prefetch.ts';
import type { RouteHandle } from './shell/routing/route-row.ts';
import { rows } from './routes.tsx';

/** What the first screen needs to be drawn at once: its code and its frame. */
async function preloadFirst(page: PageContext): Promise<void> {
  const match = matchRoutes(routes, window.location)?.at(-1);
  const handle: RouteHandle | undefined = match?.route.handle;
  const row = handle?.row ?? null;
  await Promise.all([preloadFrame(row, page.auth.state().user), preloadConsent(page.config.tagManagerId), row?.screen()]);
}

function routerOf(page: PageContext, state: InitialState) {
  const hydrationData = state.serverRendered
    ? { loaderData: state.data.loader, ...(state.error === null ? {} : { errors: { [state.error.route]: state.error } }) }
    : undefined;
  return createBrowserRouter(routes, {
    ...(hydrationData === undefined ? {} : { hydrationData }),
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(pageContext, page);
      return context;
    },
  });
}

/** The server cannot know the reader's time zone: the cookie gives the next page the right times. */
function tellZone(): void {
  const cookies = documentCookies(window);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (cookies.get('atrium.zone') !== timeZone) cookies.set('atrium.zone', timeZone, 365 * 86_400);
}

/** Takes over the page that the server rendered. */
async function start(): Promise<void> {
  const state = readState();
  tellZone();
  const page = browserPage(state, openLanguage(state.reader.locale));
  if (state.serverRendered) await preloadFirst(page);
  await page.language.ready();
  const router = routerOf(page, state);
  page.follow(router);
  const element = document.getElementById('root');
  if (element === null) throw new Error('the document has no root');
  const doAgain = takeEarly(window);
  const app = (
    <App page={page}>
      <WhenAlive act={doAgain}>
        <PrefetchProvider watch={createPrefetch(routes, { rows, loaded: page.language.ready })}>
          <RouterProvider router={router} />
        </PrefetchProvider>
      </WhenAlive>
    </App>
  );
  const watch = watchLostCode(page.reloadFor);
  if (state.serverRendered) hydrateRoot(element, app, watch);
  else createRoot(element, watch).render(app);
  // letters that a page may not have are no reason for it to fail
  void import('./shell/document/watch-east-asian-letters.ts').then(
    ({ watchEastAsianLetters }) => watchEastAsianLetters(document.body),
    () => undefined,
  );
}

await start();
