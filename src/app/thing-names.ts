/**
 * Names of what entries of the audit log are about, as they are now. Only what belongs to the account as a whole has one here: files, boards
 * and saved questions may be a person's own.
 */
import { endpointKeyNamesSql } from '#connect/endpoint/server/endpoint.sql.ts';
import { ltiPlatformNamesSql } from '#connect/lti/server/lti.sql.ts';
import { webhookNamesSql } from '#connect/webhooks/server/webhooks.sql.ts';
import { accountNamesSql } from '#core/accounts/server/accounts.sql.ts';
import type { ThingReference } from '#core/audit/server/list.service.ts';
import { accessKeyNamesSql, groupNamesSql, permissionSetNamesSql } from '#core/iam/server/iam.sql.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findThingNames, type NamedThing, type NamesSql } from '#kit/server/db/thing-names.ts';
import { meetingNamesSql } from '#meet/meetings/server/meetings.sql.ts';
import { recordingNamesSql } from '#meet/recordings/server/recordings.sql.ts';
import { roomNamesSql } from '#meet/rooms/server/rooms.sql.ts';
import { scheduledMeetingNamesSql } from '#meet/schedule/server/schedule.sql.ts';
import { serverNamesSql } from '#meet/servers/server/servers.sql.ts';
import { campaignNamesSql } from '#publish/newsletter/server/newsletter.sql.ts';
import { invoiceNamesSql } from '#sales/billing/server/billing.sql.ts';
import { couponNamesSql, planNamesSql } from '#sales/plans/server/plans.sql.ts';
import { ticketNamesSql } from '#talk/tickets/server/tickets.sql.ts';

const sources = new Map<string, NamesSql>([
  ['account', accountNamesSql],
  ['room', roomNamesSql],
  ['meeting', meetingNamesSql],
  ['recording', recordingNamesSql],
  ['scheduled_meeting', scheduledMeetingNamesSql],
  ['server', serverNamesSql],
  ['group', groupNamesSql],
  ['permission-set', permissionSetNamesSql],
  ['access-key', accessKeyNamesSql],
  ['endpoint-key', endpointKeyNamesSql],
  ['webhook', webhookNamesSql],
  ['lti-platform', ltiPlatformNamesSql],
  ['ticket', ticketNamesSql],
  ['invoice', invoiceNamesSql],
  ['plan', planNamesSql],
  ['coupon', couponNamesSql],
  ['newsletter_campaign', campaignNamesSql],
]);
export const namedKinds = [...sources.keys()];

/** `accountId` null: of all accounts. */
export function thingsNamed(db: Db, things: readonly ThingReference[], accountId: string | null): Promise<NamedThing[]> {
  const queries = [...Map.groupBy(things, ({ kind }) => kind)].flatMap(([kind, some]) => {
    const source = sources.get(kind);
    return source === undefined ? [] : [{ kind, source, ids: some.map(({ id }) => id) }];
  });
  return findThingNames(db, queries, accountId);
}
