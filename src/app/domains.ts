/**
 * The architecture in one list: each domain may import only from those named before it. News travels back as events.
 */
import type { Client } from '#kit/contract.ts';
import type { AnyDomain, Domain } from '#kit/domain.ts';
import { auditDomain } from '#core/audit/audit.domain.ts';
import { accountsDomain } from '#core/accounts/accounts.domain.ts';
import { platformDomain } from '#core/platform/platform.domain.ts';
import { outboxDomain } from '#core/outbox/outbox.domain.ts';
import { identityDomain } from '#core/identity/identity.domain.ts';
import { iamDomain } from '#core/iam/iam.domain.ts';
import { filesDomain } from '#core/files/files.domain.ts';
import { templatesDomain } from '#core/templates/templates.domain.ts';
import { inboundDomain } from '#core/inbound/inbound.domain.ts';
import { serversDomain } from '#meet/servers/servers.domain.ts';
import { roomsDomain } from '#meet/rooms/rooms.domain.ts';
import { presentationsDomain } from '#meet/presentations/presentations.domain.ts';
import { networkDomain } from '#meet/network/network.domain.ts';
import { scheduleDomain } from '#meet/schedule/schedule.domain.ts';
import { meetingsDomain } from '#meet/meetings/meetings.domain.ts';
import { recordingsDomain } from '#meet/recordings/recordings.domain.ts';
import { usageDomain } from '#meet/usage/usage.domain.ts';
import { vendorsDomain } from '#sales/vendors/vendors.domain.ts';
import { taxDomain } from '#sales/tax/tax.domain.ts';
import { providersDomain } from '#sales/providers/providers.domain.ts';
import { documentsDomain } from '#sales/documents/documents.domain.ts';
import { exchangeDomain } from '#sales/exchange/exchange.domain.ts';
import { plansDomain } from '#sales/plans/plans.domain.ts';
import { overflowDomain } from '#sales/overflow/overflow.domain.ts';
import { billingDomain } from '#sales/billing/billing.domain.ts';
import { termsDomain } from '#sales/terms/terms.domain.ts';
import { resaleDomain } from '#sales/resale/resale.domain.ts';
import { bankDomain } from '#sales/bank/bank.domain.ts';
import { paymentsDomain } from '#sales/payments/payments.domain.ts';
import { booksDomain } from '#sales/books/books.domain.ts';
import { webhooksDomain } from '#connect/webhooks/webhooks.domain.ts';
import { restDomain } from '#connect/rest/rest.domain.ts';
import { endpointDomain } from '#connect/endpoint/endpoint.domain.ts';
import { pluginsDomain } from '#connect/plugins/plugins.domain.ts';
import { ltiDomain } from '#connect/lti/lti.domain.ts';
import { ticketsDomain } from '#talk/tickets/tickets.domain.ts';
import { chatDomain } from '#talk/chat/chat.domain.ts';
import { mailboxDomain } from '#talk/mailbox/mailbox.domain.ts';
import { tasksDomain } from '#talk/tasks/tasks.domain.ts';
import { blogDomain } from '#publish/blog/blog.domain.ts';
import { newsletterDomain } from '#publish/newsletter/newsletter.domain.ts';
import { pagesDomain } from '#publish/pages/pages.domain.ts';
import { analyticsDomain } from '#operate/analytics/analytics.domain.ts';
import { ownershipDomain } from '#operate/ownership/ownership.domain.ts';
import { adminDomain } from '#operate/admin/admin.domain.ts';
import { settingsDomain } from '#operate/settings/settings.domain.ts';
import { searchDomain } from '#operate/search/search.domain.ts';
import { dashboardDomain } from '#operate/dashboard/dashboard.domain.ts';

export const domains: readonly AnyDomain[] = [
  // core: who and what everything stands on
  auditDomain,
  accountsDomain,
  platformDomain,
  outboxDomain,
  identityDomain,
  iamDomain,
  filesDomain,
  templatesDomain,
  inboundDomain,
  // meet: the product's heart
  serversDomain,
  roomsDomain,
  presentationsDomain,
  networkDomain,
  scheduleDomain,
  meetingsDomain,
  recordingsDomain,
  usageDomain,
  // sales: who brings in customers, what they buy and how they pay
  vendorsDomain,
  taxDomain,
  providersDomain,
  documentsDomain,
  exchangeDomain,
  plansDomain,
  overflowDomain,
  billingDomain,
  termsDomain,
  resaleDomain,
  bankDomain,
  paymentsDomain,
  booksDomain,
  // connect: what other programs talk to
  webhooksDomain,
  restDomain,
  endpointDomain,
  pluginsDomain,
  ltiDomain,
  // talk: what people write to each other
  ticketsDomain,
  chatDomain,
  mailboxDomain,
  tasksDomain,
  // publish
  blogDomain,
  newsletterDomain,
  pagesDomain,
  // operate
  analyticsDomain,
  ownershipDomain,
  adminDomain,
  settingsDomain,
  searchDomain,
  dashboardDomain,
];

type ContractOf<D> = D extends Domain<infer C> ? (contract: C) => void : never;
// each by its name: written out, the type of the list above is longer than TypeScript writes down
type AppCalls = ContractOf<
  | typeof auditDomain
  | typeof accountsDomain
  | typeof platformDomain
  | typeof outboxDomain
  | typeof identityDomain
  | typeof iamDomain
  | typeof filesDomain
  | typeof templatesDomain
  | typeof inboundDomain
  | typeof serversDomain
  | typeof roomsDomain
  | typeof networkDomain
  | typeof scheduleDomain
  | typeof meetingsDomain
  | typeof recordingsDomain
  | typeof usageDomain
  | typeof vendorsDomain
  | typeof exchangeDomain
  | typeof plansDomain
  | typeof overflowDomain
  | typeof billingDomain
  | typeof resaleDomain
  | typeof bankDomain
  | typeof booksDomain
  | typeof webhooksDomain
  | typeof endpointDomain
  | typeof ltiDomain
  | typeof ticketsDomain
  | typeof chatDomain
  | typeof mailboxDomain
  | typeof tasksDomain
  | typeof blogDomain
  | typeof newsletterDomain
  | typeof analyticsDomain
  | typeof ownershipDomain
  | typeof adminDomain
  | typeof searchDomain
  | typeof dashboardDomain
>;
/** All calls of the product: the contract of browser, server and API reference. */
export type AppContract = AppCalls extends (contract: infer C) => void ? C : never;
export type AppApi = Client<AppContract>;
