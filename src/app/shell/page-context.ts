import { createContext } from 'react-router';
import type { Locale } from '#kit/facts.ts';
import type { ApiCall } from '#kit/ui/query/api.tsx';
import type { AuthClient } from '#kit/ui/auth/auth-client.ts';
import type { ClientConfig } from '#kit/client-config.ts';
import type { DocumentHead } from '#kit/ui/document-head.ts';
import type { PageTitles } from '#kit/ui/page.tsx';
import type { QueryHolder } from '#kit/ui/query/query-client.ts';
import type { Texts } from '#kit/ui/text/texts.ts';
import type { LoadingBar } from './routing/loading-bar.ts';
import type { SideBarCookie } from './navigation/side-bar-choices.ts';
import type { RouteRow } from './routing/route-row.ts';

/** The language in use. */
export type PageLanguage = {
  locale: Locale;
  /** By namespace: on the server all of them, in the browser those that were loaded; null for English. */
  texts: Texts | null;
  /** Adds namespaces to `texts`. */
  load: (namespaces: readonly string[]) => Promise<void>;
};
export type LanguageStore = {
  get: () => PageLanguage;
  subscribe: (listener: () => void) => () => void;
  /** Resolves when everything that the loaded code says is there. */
  ready: () => Promise<void>;
  /** Loads a language and uses it; `keep` also writes the cookie. */
  use: (locale: Locale, keep: 'keep' | 'once') => Promise<void>;
  /** The language that the cookie names at this moment (another tab may have changed it). */
  chosen: () => Locale;
};

/** Everything that a navigation works with: made once per request on the server, once per tab in the browser. */
export type PageContext = {
  /** True on the server while a session that it cannot see may exist: pages for the signed-in are then left to the browser. */
  side:
    | { at: 'server'; refreshLikely: boolean }
    | { at: 'browser'; path: () => string; chunkFailed: (error: unknown) => Promise<never> };
  api: ApiCall;
  auth: AuthClient;
  queries: QueryHolder;
  language: LanguageStore;
  titles: PageTitles;
  bar: LoadingBar;
  sideBar: SideBarCookie;
  config: ClientConfig;
  zone: string;
  now: number;
  rows: readonly RouteRow[];
  nonce: string;
  /** Sets the status of a rendered page that a screen explains itself; nothing in the browser. */
  answer: (status: number) => void;
  /** Sets what the head of the document says of the screen; null: nothing. */
  head: (head: DocumentHead | null) => void;
};

/** The way into loaders. */
export const pageContext = createContext<PageContext>();
