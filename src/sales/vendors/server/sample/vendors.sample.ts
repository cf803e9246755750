/** The sample vendor with what it sells out of and whom it asked. */
import type { UserActor } from '#kit/server/ctx.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { brand, setBrand } from '#sales/vendors/server/brand.service.ts';
import { addCustomer } from '#sales/vendors/server/customers.service.ts';
import { edit, get } from '#sales/vendors/server/vendors.service.ts';
import type { Grant, Pool } from '#sales/vendors/vendors.rules.ts';

/** What the sample vendor sells out of, how it looks, and whom it asked to become a customer and has no answer from. */
export const sampleVendor = {
  name: 'Fjord Meetings',
  pool: { rooms: 60, people: 80, meetingsAtOnce: 12, peopleAtOnce: 400, recordingGb: 100 } satisfies Pool,
  contractVersion: '2026-1',
  look: { name: 'Fjord Meetings', accent: '#0b6e79', senderName: 'Fjord Meetings', replyTo: 'help@example.org' },
  asked: {
    organisation: 'Bergen Language Café',
    ownerName: 'Sigrid Aas',
    ownerEmail: 'sigrid@example.org',
    locale: 'en-US',
    grant: { rooms: 5, people: 6, meetingsAtOnce: 2, peopleAtOnce: 40, recordingGb: 5 } satisfies Grant,
  },
} as const;

/** Gives the vendor its pool and its look. Comes before its customers, who hold parts of the pool. */
export async function fillVendor(
  { as }: Pick<SampleWorld, 'as'>,
  who: { operator: UserActor; vendor: UserActor },
): Promise<void> {
  const { pool, contractVersion, look } = sampleVendor;
  const id = who.vendor.accountId;
  const { revision } = await get(as(who.operator), id);
  await edit(as(who.operator), { id, body: { pool, contractVersion, revision } });
  await setBrand(as(who.vendor), { ...look, revision: (await brand(as(who.vendor))).revision });
}

/** An invitation that nobody has answered yet. */
export async function fillSample({ as, vendor }: SampleWorld): Promise<void> {
  await addCustomer(as(vendor.actor), sampleVendor.asked);
}
