import type { DehydratedState } from '@tanstack/react-query';
import type { Locale } from '#kit/facts.ts';
import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import type { PageErrorShape } from '#app/shell/routing/page-error.ts';

/** What the server tells the browser about the page that it rendered. */
export type InitialState = {
  config: ClientConfig;
  data: { loader: Record<string, unknown>; queries: DehydratedState | null };
  /** What went wrong, and under which route it is shown. */
  error: (PageErrorShape & { route: string }) | null;
  routePath: string;
  /** False: the page is made by the browser alone, because only it can renew the session. */
  serverRendered: boolean;
  user: SessionUser | null;
  reader: { locale: Locale; zone: string; now: number };
  /** The cookie that the server drew the side bar by: another tab may have changed it since. */
  sideBar: string;
  nonce: string;
};

export const stateElementId = 'atrium-state';
export const rootElementId = 'root';

/** JSON that may stand inside a script element: no tag can begin in it. */
export const scriptJson = (value: object): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
