/** What the domains bring to the server: handlers, jobs and listeners, each list readable from top to bottom. */
import { keysHandlers } from '#core/iam/server/keys.routes.ts';
import { listeners as endpointListeners } from '#connect/endpoint/server/endpoint.events.ts';
import { jobs as endpointJobs } from '#connect/endpoint/server/endpoint.jobs.ts';
import { endpointHandlers } from '#connect/endpoint/server/endpoint.routes.ts';
import { jobs as webhooksJobs } from '#connect/webhooks/server/deliveries.jobs.ts';
import { deliveriesHandlers } from '#connect/webhooks/server/deliveries.routes.ts';
import { webhookJobs, webhookListeners } from '#connect/webhooks/server/webhooks.events.ts';
import { countsOfWebhooks } from '#connect/webhooks/server/webhooks.service.ts';
import { webhooksHandlers } from '#connect/webhooks/server/webhooks.routes.ts';
import { listeners as accountsListeners } from '#core/accounts/server/accounts.events.ts';
import { jobs as accountsJobs } from '#core/accounts/server/accounts.jobs.ts';
import { accountsHandlers } from '#core/accounts/server/accounts.routes.ts';
import { findAccount } from '#core/accounts/server/accounts.service.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { jobs as auditJobs } from '#core/audit/server/audit.jobs.ts';
import { auditHandlers } from '#core/audit/server/audit.routes.ts';
import type { Told } from '#core/audit/server/list.service.ts';
import { listeners as iamListeners } from '#core/iam/server/iam.events.ts';
import { listeners as keysListeners } from '#core/iam/server/keys.events.ts';
import { groupsHandlers, iamHandlers } from '#core/iam/server/iam.routes.ts';
import { listeners as identityListeners } from '#core/identity/server/identity.events.ts';
import { jobs as identityJobs } from '#core/identity/server/identity.jobs.ts';
import { identityHandlers } from '#core/identity/server/identity.routes.ts';
import { policyHandlers } from '#core/identity/server/passwords/policy.routes.ts';
import { safetyHandlers } from '#core/identity/server/safety.routes.ts';
import { socialHandlers } from '#core/identity/server/social/social.routes.ts';
import { jobs as outboxJobs } from '#core/outbox/server/outbox.jobs.ts';
import { noticesHandlers, outboxHandlers } from '#core/outbox/server/outbox.routes.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { platformHandlers } from '#core/platform/server/platform.routes.ts';
import type { Listener } from '#kit/server/jobs/events.ts';
import type { AnyJob } from '#kit/server/jobs/jobs.ts';
import { bind, type Mounted } from '#kit/server/http/mount.ts';
import { listeners as meetingsListeners } from '#meet/meetings/server/meetings.events.ts';
import { jobs as meetingsJobs } from '#meet/meetings/server/meetings.jobs.ts';
import { meetingsHandlers } from '#meet/meetings/server/meetings.routes.ts';
import { listeners as recordingsListeners } from '#meet/recordings/server/recordings.events.ts';
import { jobs as recordingsJobs } from '#meet/recordings/server/recordings.jobs.ts';
import { recordingsHandlers } from '#meet/recordings/server/recordings.routes.ts';
import { listeners as roomsListeners } from '#meet/rooms/server/rooms.events.ts';
import { jobs as roomsJobs } from '#meet/rooms/server/rooms.jobs.ts';
import { roomsHandlers } from '#meet/rooms/server/rooms.routes.ts';
import { usageJobs } from '#meet/usage/server/usage.jobs.ts';
import { usageHandlers } from '#meet/usage/server/usage.routes.ts';
import { networkHandlers } from '#meet/network/server/network.routes.ts';
import { listeners as resaleListeners } from '#sales/resale/server/resale.events.ts';
import { jobs as resaleJobs } from '#sales/resale/server/resale.jobs.ts';
import { resaleHandlers } from '#sales/resale/server/resale.routes.ts';
import { listeners as vendorsListeners } from '#sales/vendors/server/vendors.events.ts';
import { listeners as billingListeners } from '#sales/billing/server/billing.events.ts';
import { jobs as billingJobs } from '#sales/billing/server/billing.jobs.ts';
import {
  accountingHandlers,
  allInvoicesHandlers,
  billingHandlers,
  invoicesHandlers,
  payLinkHandlers,
} from '#sales/billing/server/billing.routes.ts';
import { disputesHandlers } from '#sales/billing/server/disputes.routes.ts';
import { allPaymentsHandlers, paymentsHandlers, vendorPaymentsHandlers } from '#sales/billing/server/payments.routes.ts';
import { manualMethodsHandlers } from '#sales/billing/server/manual-methods.routes.ts';
import { termsHandlers } from '#sales/billing/server/terms.routes.ts';
import { planMovesHandlers } from '#sales/billing/server/migrate-version.routes.ts';
import { passesHandlers } from '#sales/billing/server/passes.routes.ts';
import { allSubscriptionsHandlers, methodsHandlers, subscriptionsHandlers } from '#sales/billing/server/subscriptions.routes.ts';
import { jobs as booksJobs } from '#sales/books/server/books.jobs.ts';
import { booksHandlers } from '#sales/books/server/books.routes.ts';
import { jobs as bankJobs } from '#sales/bank/server/bank.jobs.ts';
import { bankHandlers, periodsHandlers } from '#sales/bank/server/bank.routes.ts';
import { comingHandlers, sendingHandlers } from '#sales/billing/server/coming.routes.ts';
import { objectionsHandlers } from '#sales/billing/server/objections.routes.ts';
import { jobs as exchangeJobs } from '#sales/exchange/server/exchange.jobs.ts';
import { exchangeHandlers } from '#sales/exchange/server/exchange.routes.ts';
import { listeners as overflowListeners } from '#sales/overflow/server/overflow.events.ts';
import { jobs as overflowJobs } from '#sales/overflow/server/overflow.jobs.ts';
import { overflowHandlers } from '#sales/overflow/server/overflow.routes.ts';
import { plansHandlers } from '#sales/plans/server/plans.routes.ts';
import { vendorsHandlers } from '#sales/vendors/server/vendors.routes.ts';
import { listeners as serversListeners } from '#meet/servers/server/servers.events.ts';
import { jobs as serversJobs } from '#meet/servers/server/servers.jobs.ts';
import { serversHandlers } from '#meet/servers/server/servers.routes.ts';
import { listeners as adminListeners } from '#operate/admin/server/admin.events.ts';
import { jobs as adminJobs } from '#operate/admin/server/admin.jobs.ts';
import { actingHandlers, staffHandlers, usersHandlers } from '#operate/admin/server/admin.routes.ts';
import { jobs as ownershipJobs } from '#operate/ownership/server/ownership.jobs.ts';
import { dataEndsHandlers } from '#operate/ownership/server/data-ends.routes.ts';
import { ownershipHandlers } from '#operate/ownership/server/ownership.routes.ts';
import { dashboardHandlers } from '#operate/dashboard/server/dashboard.routes.ts';
import { contract } from './contract.ts';
import { publicEvents } from './public-events.ts';
import { serverNeighbours } from './server-neighbours.ts';
import { thingOf } from './thing-neighbours.ts';

const auditTold: Told = {
  // across accounts: whoever did something may have left the account since, and keeps the name
  namesOf: (ctx, ids) => findNames(ctx.system.read, ids),
  daysOf: async (ctx, accountId) => (await findAccount(ctx.db.read, accountId))?.entitlements.auditDays ?? null,
};

export const mountedCalls: readonly Mounted[] = [
  ...bind('identity', contract.identity, identityHandlers),
  ...bind('safety', contract.safety, safetyHandlers),
  ...bind('social', contract.social, socialHandlers),
  ...bind('signInRules', contract.signInRules, policyHandlers),
  ...bind('accounts', contract.accounts, accountsHandlers),
  ...bind('audit', contract.audit, auditHandlers(auditTold)),
  ...bind('platform', contract.platform, platformHandlers(requireProof)),
  ...bind('outbox', contract.outbox, outboxHandlers(requireProof)),
  ...bind('notices', contract.notices, noticesHandlers),
  ...bind('iam', contract.iam, iamHandlers(thingOf)),
  ...bind('groups', contract.groups, groupsHandlers),
  ...bind('rooms', contract.rooms, roomsHandlers),
  ...bind('network', contract.network, networkHandlers),
  ...bind('meetings', contract.meetings, meetingsHandlers),
  ...bind('recordings', contract.recordings, recordingsHandlers),
  ...bind('usage', contract.usage, usageHandlers),
  ...bind('vendors', contract.vendors, vendorsHandlers),
  ...bind('resale', contract.resale, resaleHandlers),
  ...bind('exchange', contract.exchange, exchangeHandlers),
  ...bind('plans', contract.plans, plansHandlers),
  ...bind('overflow', contract.overflow, overflowHandlers),
  ...bind('planMoves', contract.planMoves, planMovesHandlers),
  ...bind('billing', contract.billing, billingHandlers),
  ...bind('accounting', contract.accounting, accountingHandlers),
  ...bind('invoices', contract.invoices, invoicesHandlers),
  ...bind('allInvoices', contract.allInvoices, allInvoicesHandlers),
  ...bind('payments', contract.payments, paymentsHandlers),
  ...bind('allPayments', contract.allPayments, allPaymentsHandlers),
  ...bind('vendorPayments', contract.vendorPayments, vendorPaymentsHandlers),
  ...bind('disputes', contract.disputes, disputesHandlers),
  ...bind('manualMethods', contract.manualMethods, manualMethodsHandlers),
  ...bind('vendorManualMethods', contract.vendorManualMethods, manualMethodsHandlers),
  ...bind('terms', contract.terms, termsHandlers),
  ...bind('vendorTerms', contract.vendorTerms, termsHandlers),
  ...bind('payLink', contract.payLink, payLinkHandlers),
  ...bind('subscriptions', contract.subscriptions, subscriptionsHandlers),
  ...bind('passes', contract.passes, passesHandlers),
  ...bind('methods', contract.methods, methodsHandlers),
  ...bind('allSubscriptions', contract.allSubscriptions, allSubscriptionsHandlers),
  ...bind('objections', contract.objections, objectionsHandlers),
  ...bind('coming', contract.coming, comingHandlers),
  ...bind('sending', contract.sending, sendingHandlers),
  ...bind('bank', contract.bank, bankHandlers),
  ...bind('periods', contract.periods, periodsHandlers),
  ...bind('books', contract.books, booksHandlers),
  ...bind('keys', contract.keys, keysHandlers),
  ...bind('endpoint', contract.endpoint, endpointHandlers),
  ...bind('deliveries', contract.deliveries, deliveriesHandlers),
  ...bind('webhooks', contract.webhooks, webhooksHandlers),
  ...bind('ownership', contract.ownership, ownershipHandlers),
  ...bind('dataEnds', contract.dataEnds, dataEndsHandlers),
  ...bind('servers', contract.servers, serversHandlers(serverNeighbours)),
  ...bind('users', contract.users, usersHandlers),
  ...bind('staff', contract.staff, staffHandlers),
  ...bind('acting', contract.acting, actingHandlers),
  ...bind('dashboard', contract.dashboard, dashboardHandlers),
];

export const listeners: readonly Listener[] = [
  ...accountsListeners,
  ...identityListeners,
  ...iamListeners,
  ...keysListeners,
  ...serversListeners,
  ...roomsListeners,
  ...meetingsListeners,
  ...recordingsListeners,
  ...vendorsListeners,
  ...overflowListeners,
  ...billingListeners,
  ...resaleListeners,
  ...endpointListeners,
  ...adminListeners,
  ...webhookListeners(publicEvents),
];

export const domainJobs: readonly AnyJob[] = [
  ...accountsJobs,
  ...auditJobs,
  ...outboxJobs,
  ...identityJobs,
  ...serversJobs,
  ...exchangeJobs,
  ...overflowJobs,
  ...billingJobs,
  ...bankJobs,
  ...booksJobs,
  ...resaleJobs,
  ...roomsJobs,
  ...meetingsJobs,
  ...recordingsJobs,
  ...usageJobs([{ limit: 'webhooks', countsOf: countsOfWebhooks }]),
  ...webhooksJobs,
  ...webhookJobs(publicEvents),
  ...adminJobs,
  ...ownershipJobs,
  ...endpointJobs,
];
