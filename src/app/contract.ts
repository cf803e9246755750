/** All calls of the product: the contract of browser, server and API reference. */
import { accountsCalls } from '#core/accounts/accounts.contract.ts';
import { endpointCalls } from '#connect/endpoint/endpoint.contract.ts';
import { deliveriesCalls } from '#connect/webhooks/deliveries.contract.ts';
import { auditCalls } from '#core/audit/audit.contract.ts';
import { identityCalls } from '#core/identity/identity.contract.ts';
import { safetyCalls } from '#core/identity/safety.contract.ts';
import { noticesCalls, outboxCalls } from '#core/outbox/outbox.contract.ts';
import type { Client } from '#kit/contract.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { recordingsCalls } from '#meet/recordings/recordings.contract.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { serversCalls } from '#meet/servers/servers.contract.ts';
import { dashboardCalls } from '#operate/dashboard/dashboard.contract.ts';

export const contract = {
  identity: identityCalls,
  safety: safetyCalls,
  accounts: accountsCalls,
  audit: auditCalls,
  outbox: outboxCalls,
  notices: noticesCalls,
  rooms: roomsCalls,
  meetings: meetingsCalls,
  recordings: recordingsCalls,
  endpoint: endpointCalls,
  servers: serversCalls,
  deliveries: deliveriesCalls,
  dashboard: dashboardCalls,
};
export type Api = Client<typeof contract>;
