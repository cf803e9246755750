/** What the domains bring to the server, put together; with it what earlier domains get from later ones. */
import { webhookJobs, webhookListeners } from '#connect/webhooks/server/webhooks.events.ts';
import { countsOfWebhooks } from '#connect/webhooks/server/webhooks.service.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { peopleHandlers } from '#core/accounts/server/people.routes.ts';
import { auditHandlers } from '#core/audit/server/audit.routes.ts';
import { libraryHandlers } from '#core/files/server/files.routes.ts';
import { groupChoices, peopleOfGroup } from '#core/iam/server/group-choices.service.ts';
import { holdersAmong } from '#core/iam/server/holders.service.ts';
import { iamHandlers } from '#core/iam/server/iam.routes.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { outboxHandlers } from '#core/outbox/server/outbox.routes.ts';
import { templatesHandlers } from '#core/templates/server/templates.routes.ts';
import { platformHandlers } from '#core/platform/server/platform.routes.ts';
import type { Contract, Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { bindLoaded, type MountedCall } from '#kit/server/http/mount.ts';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';
import { searchHandlers } from '#operate/search/server/search.routes.ts';
import { serversHandlers } from '#meet/servers/server/servers.routes.ts';
import { usageJobs } from '#meet/usage/server/usage.jobs.ts';
import type { MailThingSource } from '#kit/server/mail-thing.ts';
import type { SearchSource } from '#kit/server/search-source.ts';
import { mailboxHandlers } from '#talk/mailbox/server/mailbox.routes.ts';
import { type AppContract, domains } from './domains.ts';
import { libraryNeighbours } from './library-neighbours.ts';
import { mailTemplates } from './mail-templates.ts';
import { publicEvents } from './public-events.ts';
import { recentPeople } from './recent-people.queries.ts';
import { serverNeighbours } from './server-neighbours.ts';
import { thingsNamed } from './thing-names.ts';
import { thingOf } from './thing-neighbours.ts';

const composedHandlers = {
  audit: auditHandlers({
    // across accounts: who did something may have left the account since, and keeps the name
    namesOf: (ctx, ids) => findNames(ctx.system.read, ids),
    // some tables are the system's alone, hence its eyes: each kind names the accounts that may read it
    thingsNamed: async (ctx, things) =>
      ctx.actor.kind === 'user'
        ? thingsNamed(ctx.system.read, things, ctx.actor.accountKind === 'operator' ? null : ctx.actor.accountId)
        : [],
    daysOf: async (ctx, accountId) => (await findAccount(ctx.db.read, accountId))?.entitlements.auditDays ?? null,
  }),
  people: peopleHandlers({ holdersAmong, recentPeople, groupChoices, peopleOfGroup }),
  platform: platformHandlers(requireProof),
  outbox: outboxHandlers(requireProof),
  iam: iamHandlers(thingOf),
  library: libraryHandlers(libraryNeighbours),
  templates: templatesHandlers(mailTemplates),
  servers: serversHandlers(serverNeighbours),
  search: searchHandlers(loadSearchSources),
  mailbox: mailboxHandlers(loadMailThings),
} satisfies { [G in keyof AppContract]?: Handlers<AppContract[G], Ctx> };
const composedJobs = [...usageJobs([{ limit: 'webhooks', countsOf: countsOfWebhooks }]), ...webhookJobs(publicEvents)];

const parts = (await Promise.all(domains.map(({ server }) => server?.()))).filter((one) => one !== undefined);
const calls: Contract = Object.assign({}, ...parts.map((one) => one.calls));
const handlers: Readonly<Record<string, object | undefined>> = Object.assign(
  {},
  ...parts.map((one) => one.handlers),
  composedHandlers,
);

// cast: the list of domains gave the type; what is loaded by name cannot carry it
export const contract = calls as AppContract;
export const mountedCalls: readonly MountedCall[] = Object.entries(calls).flatMap(([group, some]) =>
  bindLoaded(group, some, handlers[group] ?? {}),
);
export const listeners: readonly DomainEventListener[] = [
  ...parts.flatMap((one) => one.listeners ?? []),
  ...webhookListeners(publicEvents),
];
export const domainJobs: readonly AnyJob[] = [...parts.flatMap((one) => one.jobs ?? []), ...composedJobs];

/** What the domains can find; each loads its part when somebody searches for the first time. */
async function loadSearchSources(): Promise<SearchSource[]> {
  const modules = await Promise.all(domains.map(({ search }) => search?.()));
  return modules.flatMap((one) => [...(one?.searchSources ?? [])]);
}

/** What mails may be about; each domain loads its part when a mail is first opened. */
async function loadMailThings(): Promise<MailThingSource[]> {
  const modules = await Promise.all(domains.flatMap(({ mailThing }) => mailThing?.() ?? []));
  return modules.map((one) => one.mailThing);
}

/** The raw addresses of all domains, for one web server. */
export async function loadHttpRoutes(): Promise<HttpRoute[]> {
  const modules = await Promise.all(domains.flatMap(({ http = [] }) => http.map((load) => load())));
  return modules.flatMap(({ httpRoutes }) => httpRoutes());
}
