import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useLoaderData } from 'react-router';
import type { Client, Contract } from '#kit/contract.ts';
import type { DocumentHead } from './document-head.ts';
import type { SessionUser } from './auth/session-user.ts';
import type { Reader } from './text/reader.tsx';

/** What a screen gets before it is shown, on the server and in the browser. */
export type LoadContext = {
  api: <C extends Contract>(contract: C) => Client<C>;
  queries: QueryClient;
  params: Readonly<Record<string, string | undefined>>;
  url: URL;
  /** Status of the rendered page, for a screen that explains itself that a thing is not there. */
  answer: (status: number) => void;
  /** What search engines, feed readers and sites that show the link learn of the screen. */
  head: (head: DocumentHead) => void;
  user: SessionUser | null;
  reader: Pick<Reader, 'locale' | 'zone' | 'now'>;
};

/** What a screen's module exports. `load` returns JSON; `validate` false is a 404. */
export type ScreenModule = {
  Screen: ComponentType;
  load?: (context: LoadContext) => Promise<unknown>;
  validate?: (context: LoadContext) => boolean | Promise<boolean>;
};

/** What the screen's own `load` returned: `const data = useLoaded<typeof load>()`. */
export function useLoaded<L extends (context: LoadContext) => Promise<unknown>>(): ReturnType<
  typeof useLoaderData<Awaited<ReturnType<L>>>
> {
  return useLoaderData<Awaited<ReturnType<L>>>();
}
