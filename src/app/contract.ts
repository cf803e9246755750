/** All calls of the product: the contract of browser, server and API reference. */
import { accountsCalls } from '#core/accounts/accounts.contract.ts';
import { endpointCalls } from '#connect/endpoint/endpoint.contract.ts';
import { deliveriesCalls } from '#connect/webhooks/deliveries.contract.ts';
import { webhooksCalls } from '#connect/webhooks/webhooks.contract.ts';
import { auditCalls } from '#core/audit/audit.contract.ts';
import { keysCalls } from '#core/iam/keys.contract.ts';
import { identityCalls } from '#core/identity/identity.contract.ts';
import { policyCalls } from '#core/identity/policy.contract.ts';
import { safetyCalls } from '#core/identity/safety.contract.ts';
import { socialCalls } from '#core/identity/social.contract.ts';
import { platformCalls } from '#core/platform/platform.contract.ts';
import { groupsCalls } from '#core/iam/groups.contract.ts';
import { iamCalls } from '#core/iam/iam.contract.ts';
import { noticesCalls, outboxCalls } from '#core/outbox/outbox.contract.ts';
import type { Client } from '#kit/contract.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { recordingsCalls } from '#meet/recordings/recordings.contract.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { serversCalls } from '#meet/servers/servers.contract.ts';
import { usageCalls } from '#meet/usage/usage.contract.ts';
import { networkCalls } from '#meet/network/network.contract.ts';
import { vendorsCalls } from '#sales/vendors/vendors.contract.ts';
import { resaleCalls } from '#sales/resale/resale.contract.ts';
import { exchangeCalls } from '#sales/exchange/exchange.contract.ts';
import { overflowCalls } from '#sales/overflow/overflow.contract.ts';
import { plansCalls } from '#sales/plans/plans.contract.ts';
import { bankCalls } from '#sales/bank/bank.contract.ts';
import { periodsCalls } from '#sales/bank/periods.contract.ts';
import { booksCalls } from '#sales/books/books.contract.ts';
import { planMovesCalls } from '#sales/billing/migrate-version.contract.ts';
import { accountingCalls } from '#sales/billing/accounting-state.contract.ts';
import { billingCalls } from '#sales/billing/billing.contract.ts';
import { sellerCalls } from '#sales/billing/seller.contract.ts';
import { methodsCalls } from '#sales/billing/methods.contract.ts';
import { allSubscriptionsCalls } from '#sales/billing/all-subscriptions.contract.ts';
import { passesCalls } from '#sales/billing/passes.contract.ts';
import { subscriptionsCalls } from '#sales/billing/subscriptions.contract.ts';
import { comingCalls } from '#sales/billing/coming.contract.ts';
import { objectionsCalls } from '#sales/billing/objections.contract.ts';
import { sendingCalls } from '#sales/billing/sending.contract.ts';
import { allInvoicesCalls } from '#sales/billing/all-invoices.contract.ts';
import { invoicesCalls } from '#sales/billing/invoices.contract.ts';
import { disputesCalls } from '#sales/billing/disputes.contract.ts';
import { allPaymentsCalls, paymentsCalls, vendorPaymentsCalls } from '#sales/billing/payments.contract.ts';
import { manualMethodsCalls, vendorManualMethodsCalls } from '#sales/billing/manual-methods.contract.ts';
import { termsCalls, vendorTermsCalls } from '#sales/billing/terms.contract.ts';
import { payLinkCalls } from '#sales/billing/pay-link.contract.ts';
import { usersCalls } from '#operate/admin/admin.contract.ts';
import { actingCalls, staffCalls } from '#operate/admin/staff.contract.ts';
import { dataEndsCalls } from '#operate/ownership/data-ends.contract.ts';
import { ownershipCalls } from '#operate/ownership/ownership.contract.ts';
import { dashboardCalls } from '#operate/dashboard/dashboard.contract.ts';

// in parts: what TypeScript writes down of the type of one thing has a limit
const ground = {
  identity: identityCalls,
  safety: safetyCalls,
  social: socialCalls,
  signInRules: policyCalls,
  accounts: accountsCalls,
  audit: auditCalls,
  platform: platformCalls,
  outbox: outboxCalls,
  notices: noticesCalls,
  iam: iamCalls,
  groups: groupsCalls,
  rooms: roomsCalls,
  network: networkCalls,
  meetings: meetingsCalls,
  recordings: recordingsCalls,
  usage: usageCalls,
};
const selling = {
  vendors: vendorsCalls,
  resale: resaleCalls,
  exchange: exchangeCalls,
  plans: plansCalls,
  overflow: overflowCalls,
  planMoves: planMovesCalls,
  billing: { ...billingCalls, ...sellerCalls },
  accounting: accountingCalls,
  invoices: invoicesCalls,
  allInvoices: allInvoicesCalls,
};
const paying = {
  payments: paymentsCalls,
  allPayments: allPaymentsCalls,
  vendorPayments: vendorPaymentsCalls,
  disputes: disputesCalls,
  manualMethods: manualMethodsCalls,
  vendorManualMethods: vendorManualMethodsCalls,
  terms: termsCalls,
  vendorTerms: vendorTermsCalls,
  payLink: payLinkCalls,
  subscriptions: subscriptionsCalls,
  passes: passesCalls,
  methods: methodsCalls,
  allSubscriptions: allSubscriptionsCalls,
  objections: objectionsCalls,
  coming: comingCalls,
  sending: sendingCalls,
  bank: bankCalls,
  periods: periodsCalls,
  books: booksCalls,
};
const around = {
  keys: keysCalls,
  endpoint: endpointCalls,
  servers: serversCalls,
  deliveries: deliveriesCalls,
  webhooks: webhooksCalls,
  ownership: ownershipCalls,
  dataEnds: dataEndsCalls,
  users: usersCalls,
  staff: staffCalls,
  acting: actingCalls,
  dashboard: dashboardCalls,
};
export const contract: typeof ground & typeof selling & typeof paying & typeof around = {
  ...ground,
  ...selling,
  ...paying,
  ...around,
};
export type Api = Client<typeof contract>;
