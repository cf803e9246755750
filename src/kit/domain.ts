/** What a domain brings to the product: plain data whose code is loaded where it is needed, on the server or in the browser. */
import type { CallAccess, Contract, CallGroup, Handlers } from './contract.ts';
import type { Ctx } from './server/ctx.ts';
import type { HttpModule } from './server/http/http-route.ts';
import type { DomainEventListener } from './server/jobs/events.ts';
import type { AnyJob } from './server/jobs/jobs.ts';
import type { SampleModule } from './server/sample.ts';
import type { MailThingModule } from './server/mail-thing.ts';
import type { SearchModule } from './server/search-source.ts';
import type { NavigationEntry } from './ui/navigation-entry.ts';
import type { ScreenModule } from './ui/screen.ts';

export type ServerParts<C extends Contract> = {
  calls: C;
  /** A group that is left out needs later domains: `app/assembly.ts` gives its handlers. */
  handlers?: { [G in keyof C]?: Handlers<C[G], Ctx> };
  jobs?: readonly AnyJob[];
  listeners?: readonly DomainEventListener[];
};

/** A URL, its screen, its frame and who may see it. */
export type DomainScreen = {
  /** Unique; dots and dashes. */
  name: string;
  /** `/rooms/edit-room/{id?}`: a parameter in braces, with `?` when it may be left out. */
  path: string;
  /** The list above it, where its own path does not begin with the list's. */
  under?: string;
  /** Title of the page, `<namespace>.<key>` of the English texts; without it the screen sets its own. */
  title?: string;
  /** Left out: the product's own around the page. */
  layout?: 'login';
  /** Left out: the app's for the signed-in, the public one for guests. */
  frame?: 'app' | 'public' | 'meeting';
  access: CallAccess;
  guards?: readonly string[];
  /** Its page is the same for every guest without cookies of their own: rendered once, it is kept for a second. */
  guests?: 'same';
  /** Of a page for guests that asks while it stands, as others for guests do not. */
  asks?: 'queries';
  /** Left out: it shows parts of later domains, and `app/routes.tsx` puts it together. */
  screen?: () => Promise<ScreenModule>;
};

export type Domain<C extends Contract = Contract> = {
  /** `<wing>/<domain>`, its folder below `src/`. */
  name: string;
  server?: () => Promise<ServerParts<C>>;
  /** Addresses that are no calls: files, feeds, what other programs post. Loaded by the web process alone. */
  http?: readonly (() => Promise<HttpModule>)[];
  /** What the search of the command palette finds here. */
  search?: () => Promise<SearchModule>;
  /** What it adds to the sample data. */
  sample?: () => Promise<SampleModule>;
  /** What its mails are about, for the mailbox of their reader. */
  mailThing?: () => Promise<MailThingModule>;
  screens?: readonly DomainScreen[];
  navigation?: readonly NavigationEntry[];
};

/** A domain of any contract, as lists have it. */
export type AnyDomain = Omit<Domain, 'server'> & {
  server?: () => Promise<Omit<ServerParts<Contract>, 'handlers'> & { handlers?: Readonly<Record<string, object | undefined>> }>;
};

/** Declares a domain; only there for the types. */
export const defineDomain = <C extends Record<string, CallGroup> = Record<never, never>>(domain: Domain<C>): Domain<C> => domain;
