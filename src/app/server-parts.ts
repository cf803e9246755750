/** What the domains bring to the server: handlers, jobs and listeners, each list readable from top to bottom. */
import { listeners as endpointListeners } from '#connect/endpoint/server/endpoint.events.ts';
import { jobs as endpointJobs } from '#connect/endpoint/server/endpoint.jobs.ts';
import { endpointHandlers } from '#connect/endpoint/server/endpoint.routes.ts';
import { jobs as webhooksJobs } from '#connect/webhooks/server/deliveries.jobs.ts';
import { deliveriesHandlers } from '#connect/webhooks/server/deliveries.routes.ts';
import { listeners as accountsListeners } from '#core/accounts/server/accounts.events.ts';
import { accountsHandlers } from '#core/accounts/server/accounts.routes.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { jobs as auditJobs } from '#core/audit/server/audit.jobs.ts';
import { auditHandlers } from '#core/audit/server/audit.routes.ts';
import type { NamesOf } from '#core/audit/server/list.service.ts';
import { listeners as identityListeners } from '#core/identity/server/identity.events.ts';
import { jobs as identityJobs } from '#core/identity/server/identity.jobs.ts';
import { identityHandlers } from '#core/identity/server/identity.routes.ts';
import { safetyHandlers } from '#core/identity/server/safety.routes.ts';
import { jobs as outboxJobs } from '#core/outbox/server/outbox.jobs.ts';
import { noticesHandlers, outboxHandlers } from '#core/outbox/server/outbox.routes.ts';
import type { Listener } from '#kit/server/events.ts';
import type { AnyJob } from '#kit/server/jobs.ts';
import { bind, type Mounted } from '#kit/server/mount.ts';
import { listeners as meetingsListeners } from '#meet/meetings/server/meetings.events.ts';
import { jobs as meetingsJobs } from '#meet/meetings/server/meetings.jobs.ts';
import { meetingsHandlers } from '#meet/meetings/server/meetings.routes.ts';
import { listeners as recordingsListeners } from '#meet/recordings/server/recordings.events.ts';
import { jobs as recordingsJobs } from '#meet/recordings/server/recordings.jobs.ts';
import { recordingsHandlers } from '#meet/recordings/server/recordings.routes.ts';
import { listeners as roomsListeners } from '#meet/rooms/server/rooms.events.ts';
import { jobs as roomsJobs } from '#meet/rooms/server/rooms.jobs.ts';
import { roomsHandlers } from '#meet/rooms/server/rooms.routes.ts';
import { listeners as serversListeners } from '#meet/servers/server/servers.events.ts';
import { jobs as serversJobs } from '#meet/servers/server/servers.jobs.ts';
import { serversHandlers } from '#meet/servers/server/servers.routes.ts';
import { dashboardHandlers } from '#operate/dashboard/server/dashboard.routes.ts';
import { contract } from './contract.ts';
import { serverNeighbours } from './server-neighbours.ts';

/** Across accounts: whoever did something may have left the account since, and keeps the name. */
const namesOfPeople: NamesOf = (ctx, ids) => findNames(ctx.system.read, ids);

export const mountedCalls: readonly Mounted[] = [
  ...bind('identity', contract.identity, identityHandlers),
  ...bind('safety', contract.safety, safetyHandlers),
  ...bind('accounts', contract.accounts, accountsHandlers),
  ...bind('audit', contract.audit, auditHandlers(namesOfPeople)),
  ...bind('outbox', contract.outbox, outboxHandlers),
  ...bind('notices', contract.notices, noticesHandlers),
  ...bind('rooms', contract.rooms, roomsHandlers),
  ...bind('meetings', contract.meetings, meetingsHandlers),
  ...bind('recordings', contract.recordings, recordingsHandlers),
  ...bind('endpoint', contract.endpoint, endpointHandlers),
  ...bind('deliveries', contract.deliveries, deliveriesHandlers),
  ...bind('servers', contract.servers, serversHandlers(serverNeighbours)),
  ...bind('dashboard', contract.dashboard, dashboardHandlers),
];

export const listeners: readonly Listener[] = [
  ...accountsListeners,
  ...identityListeners,
  ...serversListeners,
  ...roomsListeners,
  ...meetingsListeners,
  ...recordingsListeners,
  ...endpointListeners,
];

export const domainJobs: readonly AnyJob[] = [
  ...auditJobs,
  ...outboxJobs,
  ...identityJobs,
  ...serversJobs,
  ...roomsJobs,
  ...meetingsJobs,
  ...recordingsJobs,
  ...webhooksJobs,
  ...endpointJobs,
];
