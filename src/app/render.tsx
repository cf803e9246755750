import '#kit/ui/theme/styles.ts';
import { dehydrate } from '@tanstack/react-query';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router';
import { localeFacts } from '#kit/facts.ts';
import { serverAuth } from '#kit/ui/auth/auth.tsx';
import { readUser, type SessionUser } from '#kit/ui/auth/session-user.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import type { DocumentHead } from '#kit/ui/document-head.ts';
import { pageTitles } from '#kit/ui/page.tsx';
import { ShownParts } from '#kit/ui/query/loadable.tsx';
import { queryClientOf } from '#kit/ui/query/query-client.ts';
import { negotiateLocale } from '#kit/ui/text/locale.ts';
import { rows } from './routes.tsx';
import { App, routes } from './shell/app.tsx';
import { assetsOfBuild, devAssets, readManifest, readSaid } from './shell/document/assets.ts';
import { documentOf } from './shell/document/document.ts';
import { letterSources } from './shell/document/east-asian-letters.ts';
import { drawn } from './shell/document/drawn.ts';
import { frameFiles, frameOf } from './shell/frames/frames.tsx';
import { NeedsBrowser } from './shell/routing/guards.ts';
import type { InitialState } from './shell/document/initial-state.ts';
import { kitStyle } from './shell/document/kit-style.tsx';
import { languageStore } from './shell/document/language-store.ts';
import { lastResortHtml } from './shell/document/last-resort-document.ts';
import { wholeLanguage } from './shell/document/load-texts.ts';
import { createLoadingBar } from './shell/routing/loading-bar.ts';
import { type PageContext, pageContext } from './shell/page-context.ts';
import { PageError, pageErrorOf } from './shell/routing/page-error.ts';
import { apiOf, rememberCookie, zoneOf } from './shell/document/server-side.ts';

export type RenderRequest = {
  /** Path and query as asked for, and the address before them. */
  url: string;
  origin: string;
  cookies: Record<string, string>;
  acceptLanguage: string;
  nonce: string;
  config: ClientConfig;
  /** The in-process client of the whole contract, bound to this reader. */
  api: object;
  /** What the user call answers for this reader; null for guests. */
  user: unknown;
  /** The access token is gone or over, but the browser can probably renew it. */
  refreshLikely: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** Called with unexpected errors; the page shows them without their message. */
  report?: (error: unknown) => void;
};
export type RenderedPage = { status: number; headers: Record<string, string>; body: string; redirect?: string };

const handler = createStaticHandler(routes);
const style = kitStyle();
const assetsOf = import.meta.env.PROD
  ? assetsOfBuild(
      readManifest(new URL('../client/.vite/manifest.json', import.meta.url)),
      readSaid(new URL('../client/.vite/texts.json', import.meta.url)),
    )
  : null;

type PageMaking = {
  request: RenderRequest;
  page: PageContext;
  headers: Record<string, string>;
  answered: { status: number; head: DocumentHead | null };
  /** Sources of what is shown besides frame and screen. */
  parts: Set<string>;
};

async function pageFor(request: RenderRequest): Promise<PageMaking> {
  const headers: Record<string, string> = {};
  const answered: PageMaking['answered'] = { status: 200, head: null };
  const locale = negotiateLocale({ cookie: request.cookies[localeFacts.cookie], acceptLanguage: request.acceptLanguage });
  const language = await wholeLanguage(locale);
  const user: SessionUser | null = request.user === null || request.user === undefined ? null : readUser(request.user);
  const auth = {
    ...serverAuth(user),
    rememberPath: (path: string) => Object.assign(headers, { 'set-cookie': rememberCookie(path, request.origin) }),
  };
  const page: PageContext = {
    side: { at: 'server', refreshLikely: request.refreshLikely },
    api: apiOf(request.api),
    auth,
    queries: { client: null, sent: null },
    language: languageStore(language, { open: () => language, chosen: () => locale, keep: () => {} }),
    titles: pageTitles(() => {}),
    bar: createLoadingBar({ setTimeout: () => null, clearTimeout: () => {}, now: () => 0 }),
    sideBar: { text: request.cookies['atrium.side'] ?? '', keep: () => {} },
    config: request.config,
    zone: zoneOf(user?.zone ?? request.cookies['atrium.zone']),
    now: request.now,
    rows,
    nonce: request.nonce,
    answer: (status) => {
      answered.status = status;
    },
    head: (head) => {
      answered.head = head;
    },
  };
  return { request, page, headers, answered, parts: new Set() };
}

function stateOf({ request, page }: PageMaking, part: Pick<InitialState, 'data' | 'error' | 'serverRendered'>): InitialState {
  return {
    ...part,
    config: request.config,
    routePath: request.url,
    user: page.auth.state().user,
    reader: { locale: page.language.get().locale, zone: page.zone, now: page.now },
    sideBar: page.sideBar.text,
    nonce: request.nonce,
  };
}

function htmlOf(
  making: PageMaking,
  { body, state, sources }: { body: string; state: InitialState; sources: readonly string[] },
): string {
  const { page, request, answered } = making;
  const { locale } = page.language.get();
  const assets =
    assetsOf === null
      ? devAssets(request.nonce)
      : assetsOf({ sources, parts: [...making.parts, ...letterSources(locale)].sort() }, locale);
  return documentOf({
    locale,
    title: page.titles.current(),
    head: state.error === null ? answered.head : null,
    nonce: request.nonce,
    body,
    state,
    assets: { ...assets, head: style + assets.head },
  });
}

/**
 * The context with its first error made plain, so that it can be sent to the browser and shown there the same. What nobody
 * expected is reported, and its words stay on the server: they may name a file or an address.
 */
function plainErrors({ request }: PageMaking, context: StaticHandlerContext): InitialState['error'] {
  const [route, error] = Object.entries(context.errors ?? {})[0] ?? [];
  if (route === undefined) return null;
  const shape = { ...pageErrorOf(error), route };
  if (shape.status >= 500 && !(error instanceof PageError)) {
    request.report?.(error);
    shape.message = '';
  }
  context.errors = { [route]: shape };
  return shape;
}

function bodyOf({ page, request, parts }: PageMaking, context: StaticHandlerContext): Promise<string> {
  const router = createStaticRouter(handler.dataRoutes, context);
  return drawn(
    <ShownParts value={parts}>
      <App page={page}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>
    </ShownParts>,
    (error) => request.report?.(error),
  );
}

/** Renders; a screen that throws while rendering becomes the error page of its route. */
async function renderedBody(
  making: PageMaking,
  context: StaticHandlerContext,
): Promise<{ body: string; error: InitialState['error'] }> {
  const error = plainErrors(making, context);
  try {
    return { body: await bodyOf(making, context), error };
  } catch (thrown) {
    if (error !== null) throw thrown;
    context.errors = { [context.matches.at(-1)?.route.id ?? 'root']: thrown };
    const shown = plainErrors(making, context);
    return { body: await bodyOf(making, context), error: shown };
  }
}

async function finish(making: PageMaking, context: StaticHandlerContext): Promise<RenderedPage> {
  const { page, headers } = making;
  const leaf = context.matches.at(-1)?.route.id;
  const row = rows.find((one) => one.name === leaf) ?? null;
  const { user } = page.auth.state();
  const sources = [frameFiles[frameOf(row, user)], ...(row?.file === undefined ? [] : [row.file])];
  if (Object.values(context.errors ?? {}).some((error) => error instanceof NeedsBrowser)) {
    const state = stateOf(making, { data: { loader: {}, queries: null }, error: null, serverRendered: false });
    return {
      status: 200,
      headers,
      body: htmlOf(making, { body: '', state, sources: row?.file === undefined ? [] : [row.file] }),
    };
  }
  const { body, error } = await renderedBody(making, context);
  if (making.answered.head?.robots !== undefined) headers['x-robots-tag'] = making.answered.head.robots;
  const state = stateOf(making, {
    data: { loader: { ...context.loaderData }, queries: dehydrate(queryClientOf(page.queries)) },
    error,
    serverRendered: true,
  });
  return { status: error?.status ?? making.answered.status, headers, body: htmlOf(making, { body, state, sources }) };
}

/** Renders one page for one reader: guards, data, document. A redirect has no body. */
export async function render(request: RenderRequest): Promise<RenderedPage> {
  const making = await pageFor(request);
  const context = new RouterContextProvider();
  context.set(pageContext, making.page);
  // put together by hand: read as relative, a path with two slashes at its start would name another host, or none
  const asked = URL.parse(new URL(request.origin).origin + request.url) ?? new URL('/', request.origin);
  const outcome = await handler.query(new Request(asked), { requestContext: context });
  if (outcome instanceof Response) {
    return { status: outcome.status, headers: making.headers, body: '', redirect: outcome.headers.get('location') ?? '/' };
  }
  try {
    return await finish(making, outcome);
  } catch (error) {
    request.report?.(error);
    return { status: 500, headers: making.headers, body: lastResortHtml };
  }
}
