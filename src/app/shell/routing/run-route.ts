import type { LoaderFunctionArgs } from 'react-router';
import { clientOf } from '#kit/api.ts';
import { rememberedFor } from '#kit/remembered.ts';
import type { LoadContext, ScreenModule } from '#kit/ui/screen.ts';
import { preloadFrame } from '#app/shell/frames/frames.tsx';
import { runGuards } from './guards.ts';
import { type PageContext, pageContext } from '#app/shell/page-context.ts';
import { pageNotFound } from './page-error.ts';
import type { RouteRow } from './route-row.ts';

type RouteRun = { page: PageContext; row: RouteRow | null; url: URL; params: LoadContext['params'] };

function loadContextOf({ page, url, params }: RouteRun, queries: LoadContext['queries']): LoadContext {
  return {
    api: (contract) => clientOf(contract, page.api),
    queries,
    params,
    url,
    answer: page.answer,
    head: page.head,
    user: page.auth.state().user,
    reader: { locale: page.language.get().locale, zone: page.zone, now: page.now },
  };
}

async function codeOf<T>({ page }: RouteRun, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (page.side.at === 'browser') return page.side.chunkFailed(error);
    throw error;
  }
}

// importing a loaded module again takes longer than looking it up
const screenOnServer = rememberedFor((row: RouteRow) => row.screen());
/** The code of a route's screen. The server asks for it with each page; in development it may have changed. */
const moduleOf = (way: RouteRun, row: RouteRow): Promise<ScreenModule> =>
  codeOf(way, import.meta.env.PROD && way.page.side.at === 'server' ? () => screenOnServer(row) : row.screen);

async function dataOf(way: RouteRun): Promise<unknown> {
  const { page, row, url } = way;
  await runGuards({ page, row, url });
  const frame = preloadFrame(row, page.auth.state().user);
  if (row === null) {
    await frame;
    throw pageNotFound();
  }
  const [module] = await Promise.all([moduleOf(way, row), frame]);
  page.head(null);
  await codeOf(way, page.language.ready);
  if (module.load === undefined && module.validate === undefined) return null;
  const { queryClientOf } = await codeOf(way, () => import('#kit/ui/query/query-client.ts'));
  const context = loadContextOf(way, queryClientOf(page.queries));
  const calls = module.validate !== undefined && module.load !== undefined ? 'two' : 'one';
  if (module.validate !== undefined) {
    if (!(await module.validate(context))) throw pageNotFound();
    page.bar.step(calls);
  }
  if (module.load === undefined) return null;
  const data = await module.load(context);
  page.bar.step(calls);
  return data ?? null;
}

/** One navigation: guards, frame and code, validation, data; the loading bar follows it. */
export async function runRoute(row: RouteRow | null, args: LoaderFunctionArgs): Promise<unknown> {
  const page = args.context.get(pageContext);
  const url = new URL(args.request.url);
  const current = page.side.at === 'browser' ? page.side.path() : null;
  if (current !== null && current !== url.pathname) page.bar.start();
  try {
    return await dataOf({ page, row, url, params: args.params });
  } catch (error) {
    if (error instanceof Response) {
      const target = new URL(error.headers.get('location') ?? '/', url);
      page.bar.redirected({ current: current ?? '', target: target.pathname });
    } else page.bar.fail();
    // the error page stands in a frame too, also when a guard stopped the navigation before
    await preloadFrame(row, page.auth.state().user).catch(() => null);
    throw error;
  }
}
