/** A vendor's look: what is refused, and where it is seen. */
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { brandFor } from '#core/accounts/server/brand.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { create } from '#meet/rooms/server/rooms.service.ts';
import { testWorld } from '#app/proof/testing.ts';
import { brandAtHost, brand, isVendorHost, setBrand } from './brand.service.ts';
import { addCustomer } from './customers.service.ts';
import { redrawn, setLogo } from './logo.service.ts';
import { buildVendor, grantOfAll } from './vendors.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error.code;
}
const picture = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: '#7a2e8f' } })
    .png()
    .toBuffer();

test('a colour, a host name and a revision are judged before they are kept', async () => {
  const { actor } = await buildVendor(world);
  const { actor: other } = await buildVendor(world);
  const ctx = world.ctx(actor);
  const call = world.api(actor).vendors.setBrand({ body: { accent: 'yellow', revision: 1 } });
  expect(await codeOf(call)).toBe('invalid_input');
  for (const host of ['localhost', '10.0.0.1', 'a b.example', 'single'])
    expect(await codeOf(setBrand(ctx, { host, revision: 1 }))).toBe('bad_host');
  const kept = await setBrand(ctx, { accent: '#7a2e8f', name: 'Nordlicht', host: 'meet.nordlicht.example', revision: 1 });
  expect(kept).toMatchObject({ accent: '#7a2e8f', host: 'meet.nordlicht.example', hostCheckedAt: null, revision: 2 });
  expect(await codeOf(setBrand(ctx, { name: 'x', revision: 1 }))).toBe('changed_meanwhile');
  // wishing for a name that nobody proved keeps nobody out
  expect(await setBrand(world.ctx(other), { host: 'meet.nordlicht.example', revision: 1 })).toMatchObject({
    hostCheckedAt: null,
  });
});

test('a logo is drawn anew as WebP; drawings, rubbish and large files are refused', async () => {
  const { actor } = await buildVendor(world);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const half = Buffer.concat([(await picture(20)).subarray(0, 30), Buffer.from('rubbish')]);
  for (const bad of [svg, half, Buffer.from('GIF89a')]) expect(await codeOf(redrawn(bad, 'account'))).toBe('not_a_picture');
  expect(await codeOf(redrawn(Buffer.alloc(1_000_001), 'account'))).toBe('picture_too_large');
  const { logo } = await setLogo(world.ctx(actor), { picture: (await picture(2000)).toString('base64') });
  const answer = await world.app.inject({ url: logo ?? '' });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
    200,
    'image/webp',
    'nosniff',
  ]);
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 });
  expect((await setLogo(world.ctx(actor), { picture: null })).logo).toBeNull();
  expect((await world.app.inject({ url: logo ?? '' })).statusCode).toBe(404);
});

test('customers and their mails wear the look; others do not, and an unchecked host name shows nothing', async () => {
  const { actor } = await buildVendor(world);
  const ctx = world.ctx(actor);
  await setBrand(ctx, {
    name: 'Nordlicht',
    accent: '#7a2e8f',
    senderName: 'Nordlicht Team',
    replyTo: 'help@nordlicht.example',
    host: 'rooms.nordlicht.example',
    revision: (await brand(ctx)).revision,
  });
  const { id } = await addCustomer(ctx, {
    organisation: 'Hafenschule',
    ownerName: 'Ole',
    ownerEmail: 'ole@hafen.example',
    locale: 'de',
    grant: grantOfAll(1),
  });
  const { read } = world.ctx().system;
  expect(await brandFor(read, id)).toMatchObject({ name: 'Nordlicht', accent: '#7a2e8f', host: null });
  // what a page wears from signing in on
  expect((await world.api(actor).identity.user()).brand).toEqual({ name: 'Nordlicht', accent: '#7a2e8f', logo: null });
  const { actor: stranger } = await buildVendor(world);
  expect(await brandFor(read, stranger.accountId)).toMatchObject({ accent: null });
  const mails = await read.execute(sql`select sender_name, reply_to from outbox_mails where recipient = 'ole@hafen.example'`);
  expect(mails.rows).toEqual([{ sender_name: 'Nordlicht Team', reply_to: 'help@nordlicht.example' }]);
  expect(await brandAtHost(world.ctx(), 'rooms.nordlicht.example')).toBeNull();
  expect(await isVendorHost(world.ctx(), 'rooms.nordlicht.example')).toBe(false);
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update vendor_brands set host_checked_at = now() where account_id = ${actor.accountId}`),
    );
  expect((await brandAtHost(world.ctx(), 'rooms.nordlicht.example'))?.brand.name).toBe('Nordlicht');
  expect(await isVendorHost(world.ctx(), 'rooms.nordlicht.example')).toBe(true);
});

test('the door of a customer’s room tells the look; that of nobody’s customer tells none', async () => {
  const { actor } = await buildVendor(world);
  const ctx = world.ctx(actor);
  await setBrand(ctx, { name: 'Nordlicht', accent: '#ffd400', revision: (await brand(ctx)).revision });
  const { actor: owner } = await buildActor(world);
  const { actor: other } = await buildActor(world);
  await world.ctx().system.write((tx) =>
    tx.execute(sql`
        update accounts set vendor_account_id = ${actor.accountId},
          entitlements = '{"rooms":1,"people":1,"meetingsAtOnce":1,"peopleAtOnce":1,"recordingGb":1}' where id = ${owner.accountId}`),
  );
  const houseOf = async (who: typeof owner) => {
    const scope = scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] });
    const { slug } = await create(world.ctx({ ...who, scope }), { name: 'Geology' });
    return (await world.api({ kind: 'nobody' }).meetings.publicRoom({ params: { slug } })).account.house;
  };
  expect(await houseOf(owner)).toEqual({ name: 'Nordlicht', accent: '#ffd400', logo: null });
  expect(await houseOf(other)).toBeNull();
});
