/** Component tests: one part or screen in a real browser, with the product's own theme, texts, router and queries; the test answers its calls. */
import '#kit/ui/theme/styles.ts';
import axe from 'axe-core';
import { createMemoryRouter, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Fragment, type ReactNode } from 'react';
import { expect, onTestFinished } from 'vitest';
import { page as browserPage } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { emptyConfig } from '#kit/client-config.ts';
import type { Call, Input, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import { serverAuth } from '#kit/ui/auth/auth.tsx';
import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import { pageTitles } from '#kit/ui/page.tsx';
import { queryClientOf } from '#kit/ui/query/query-client.ts';
import type { ScreenModule } from '#kit/ui/screen.ts';
import { kitStyle } from '#app/shell/document/kit-style.tsx';
import { languageStore } from '#app/shell/document/language-store.ts';
import { openLanguage } from '#app/shell/document/load-texts.ts';
import { createLoadingBar } from '#app/shell/routing/loading-bar.ts';
import type { PageContext } from '#app/shell/page-context.ts';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import { PageProvider } from '#app/shell/page.tsx';
import { Providers } from '#app/shell/providers.tsx';
import { Queries } from '#app/shell/queries.tsx';

export type ComponentLook = { locale: 'en-US' | 'ar'; scheme: 'light' | 'dark'; width: 360 | 1280 };
/** Both widths, both schemes and both directions, each pair of neighbours once. */
export const looks: readonly ComponentLook[] = [
  { locale: 'en-US', scheme: 'light', width: 1280 },
  { locale: 'en-US', scheme: 'dark', width: 360 },
  { locale: 'ar', scheme: 'light', width: 360 },
  { locale: 'ar', scheme: 'dark', width: 1280 },
];
const usual: ComponentLook = { locale: 'en-US', scheme: 'light', width: 1280 };
/** "Now" of every mounted part: 2026-03-10T09:00Z. */
export const now = Date.UTC(2026, 2, 10, 9);

type CallHandler = { call: Call; answer: (input: never) => unknown };
/** What the test answers to a call of the contract; it may throw a `Failure`. */
export const onCall = <D extends Call>(
  call: D,
  answer: (input: Input<D>) => ResultIn<D> | Promise<ResultIn<D>>,
): CallHandler => ({
  call,
  answer,
});

/** An input that the server would refuse is refused here, too; a call that the test does not expect fails it. */
function apiOf(handlers: readonly CallHandler[]): ApiCall {
  return async (definition, input, name) => {
    // the screen has the browser's share of the contract, the test the whole one
    const handler = handlers.find(({ call }) => call.method === definition.method && call.path === definition.path);
    if (handler === undefined) throw new Error(`the test does not answer ${name}`);
    for (const part of ['params', 'query', 'body'] as const) {
      const read = handler.call[part]?.safeParse(input[part] ?? {});
      if (read?.success === false) throw new Failure('invalid_input', { data: { name, part } });
    }
    // cast: the handler was made for this very definition
    return handler.answer(input as never);
  };
}

export type MountOptions = {
  calls?: readonly CallHandler[];
  user?: Partial<SessionUser>;
  look?: Omit<ComponentLook, 'locale'> & { locale: Locale };
  path?: string;
  rows?: readonly RouteRow[];
  /** What the cookie of the side bar says. */
  sideBar?: string;
  /** Of a frame, which brings the landmarks of a page along. */
  landmarks?: 'own';
};

const person: SessionUser = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Miriam Albrecht',
  email: 'miriam@example.org',
  scope: [],
  account: null,
  accounts: [],
  locale: null,
  zone: 'UTC',
  picture: null,
};

function pageOf({ calls = [], user, look = usual, rows = [], sideBar = '' }: MountOptions): PageContext {
  const locale: Locale = look.locale;
  const language = openLanguage(locale);
  return {
    side: { at: 'browser', path: () => '/', chunkFailed: (error) => Promise.reject(error) },
    api: apiOf(calls),
    auth: serverAuth({ ...person, ...user }),
    queries: { client: null, sent: null },
    language: languageStore(language, { open: () => language, chosen: () => locale, keep: () => {} }),
    titles: pageTitles(() => {}),
    bar: createLoadingBar({ setTimeout: () => null, clearTimeout: () => {}, now: () => 0 }),
    sideBar: { text: sideBar, keep: () => {} },
    config: emptyConfig,
    zone: 'UTC',
    now,
    rows,
    nonce: '',
    answer: () => {},
    head: () => {},
  };
}

async function turnTo({ scheme, width }: Omit<ComponentLook, 'locale'>): Promise<void> {
  if (document.getElementById('kit-style') === null)
    document.head.insertAdjacentHTML('beforeend', `<div id="kit-style">${kitStyle()}</div>`.replace(/<\/?div[^>]*>/g, ''));
  localStorage.setItem('mantine-color-scheme-value', scheme);
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  await browserPage.viewport(width, 800);
}

async function show(context: PageContext, { look = usual, path = '/', landmarks }: MountOptions, route: object): Promise<void> {
  await turnTo(look);
  await context.language.ready();
  const router = createMemoryRouter(
    [
      { path: '*', element: <p>elsewhere</p> },
      { path: new URL(path, 'http://x').pathname, ...route },
    ],
    {
      initialEntries: [path],
      getContext: () => new RouterContextProvider(),
    },
  );
  const Landmark = landmarks === 'own' ? Fragment : 'main';
  const { unmount } = await render(
    <PageProvider page={context}>
      <Providers page={context}>
        <Queries>
          <Landmark>
            <RouterProvider router={router} />
          </Landmark>
        </Queries>
      </Providers>
    </PageProvider>,
  );
  onTestFinished(() => unmount());
}

/** Shows a part. */
export async function mount(part: ReactNode, mounting: MountOptions = {}): Promise<void> {
  await show(pageOf(mounting), mounting, { element: part });
}

/** Shows a screen with what its own `load` asks for. */
export async function mountScreen(
  { Screen, load }: ScreenModule,
  { params = {}, ...mounting }: MountOptions & { params?: Record<string, string> },
): Promise<void> {
  const context = pageOf(mounting);
  const { clientOf } = await import('#kit/api.ts');
  const data = await load?.({
    api: (contract) => clientOf(contract, context.api),
    queries: queryClientOf(context.queries),
    params,
    url: new URL(mounting.path ?? '/', window.location.origin),
    answer: () => {},
    head: () => {},
    user: context.auth.state().user,
    reader: { locale: context.language.get().locale, zone: context.zone, now },
  });
  await show(context, mounting, { element: <Screen />, loader: () => data ?? null, hydrateFallbackElement: <p /> });
}

/** What axe finds in the page as it stands, and whether anything stands out sideways. */
export async function expectNoViolations(): Promise<void> {
  await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)));
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // one part has no landmarks and headings of a whole page
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'heading-order': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
}
