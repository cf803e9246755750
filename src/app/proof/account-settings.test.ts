/** What an account and a person set for themselves: logo, look, choices of notices, and what new rooms start with. */
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { LOGO_BYTES } from '#core/accounts/accounts.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { sendDigests } from '#core/outbox/server/upkeep.service.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { testWorld, worldForThisTest, type World } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
async function ownerOf(place: World): Promise<UserActor> {
  const { actor } = await buildActor(place, { kind: 'customer' });
  return { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
}
const drawn = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();

test('a logo is drawn anew, everybody may read it, and it goes with the next one', async () => {
  const owner = await ownerOf(world);
  const api = world.api(owner);
  for (const format of ['jpeg', 'webp', 'png'] as const) {
    const { branding } = await api.accounts.setLogo({ body: { picture: (await drawn(format)).toString('base64') } });
    const answer = await world.app.inject({ url: branding.logo ?? '' });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.rawPayload.includes('secret place')).toBe(false);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640 });
  }
  const last = (await api.accounts.get()).branding.logo ?? '';
  expect((await api.accounts.removeLogo()).branding.logo).toBe(null);
  expect((await world.app.inject({ url: last })).statusCode).toBe(404);
});

test('abuse row 9: what is no picture, or too big, is refused; so is everybody who may not', async () => {
  const owner = await ownerOf(world);
  const api = world.api(owner);
  const put = (bytes: Buffer) => codeOf(api.accounts.setLogo({ body: { picture: bytes.toString('base64') } }));
  expect(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'))).toBe('bad_picture');
  expect(await put(Buffer.from('GIF89a nothing'))).toBe('bad_picture');
  expect(await put(Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)]))).toBe(
    'bad_picture',
  );
  expect(await put(Buffer.alloc(LOGO_BYTES + 10, 1))).toMatch(/bad_picture|invalid_input/);
  const picture = (await drawn('png')).toString('base64');
  expect(await codeOf(world.api({ ...owner, scope: [] }).accounts.setLogo({ body: { picture } }))).toBe('not_allowed');
  expect(await codeOf(world.api().accounts.setLogo({ body: { picture } }))).toBe('not_signed_in');
  for (const url of ['/logos/../../etc/passwd', '/logos/x', '/logos/%2e%2e/a.png'])
    expect((await world.app.inject({ url })).statusCode).toBe(404);
});

test('the colour is checked, and changing it leaves the logo', async () => {
  const api = world.api(await ownerOf(world));
  const { branding } = await api.accounts.setLogo({ body: { picture: (await drawn('png')).toString('base64') } });
  const { version } = await api.accounts.get();
  expect(await codeOf(api.accounts.update({ body: { branding: { accent: '#ffee00' }, version } }))).toBe('low_contrast');
  const after = await api.accounts.update({ body: { branding: { accent: '#7a1f5c', footer: ' Lindenschule ' }, version } });
  expect(after.branding).toEqual({ accent: '#7a1f5c', footer: 'Lindenschule', logo: branding.logo });
});

test('what is turned off is not told; safety always is', async () => {
  const place = await worldForThisTest();
  const owner = await ownerOf(place);
  const api = place.api(owner);
  const to = { userId: owner.userId, accountId: owner.accountId };
  const invite = () =>
    place.ctx().system.write(async (tx) => {
      await notify(place.ctx(), tx, { ...to, kind: 'roomInvitation', data: { from: 'A', room: 'B' } });
      const template = {
        name: 'rooms.invitation',
        folder: new URL('../../meet/rooms/text/', import.meta.url),
        key: 'invitation',
      };
      await sendMail(place.ctx(), tx, {
        template,
        to: owner.email,
        locale: 'en-US',
        data: { from: 'A', room: 'B', role: 'moderator' },
        path: '/',
        reader: to,
      });
      await sendMail(place.ctx(), tx, {
        template: 'alreadyRegistered',
        to: owner.email,
        locale: 'en-US',
        path: '/login',
        reader: to,
      });
    });
  await invite();
  expect((await api.notices.count()).unread).toBe(1);
  expect((await readMails(place)).map((mail) => mail.template).sort()).toEqual(['account.alreadyRegistered', 'rooms.invitation']);
  const chosen = await api.notices.choose({ body: { topics: [{ topic: 'roomInvitation', notice: false, mail: false }] } });
  expect(chosen.topics.find((one) => one.topic === 'roomInvitation')).toEqual({
    topic: 'roomInvitation',
    notice: false,
    mail: false,
  });
  expect(chosen.topics.some((one) => one.topic === 'accountWaiting')).toBe(false);
  await invite();
  expect((await api.notices.count()).unread).toBe(1);
  expect((await readMails(place)).filter((mail) => mail.template === 'rooms.invitation')).toHaveLength(1);
  expect((await readMails(place)).filter((mail) => mail.template === 'account.alreadyRegistered')).toHaveLength(2);
  // nobody else is meant by it
  expect((await place.api(await ownerOf(place)).notices.choices()).topics.every((one) => one.notice)).toBe(true);
});

test('a daily mail comes once a day, and only about something', async () => {
  const place = await worldForThisTest();
  const owner = await ownerOf(place);
  await place.api(owner).notices.choose({ body: { digest: 'daily' } });
  expect(await sendDigests(place.ctx())).toBe(0);
  place.clock.advance(25 * 3_600_000);
  await place
    .ctx()
    .system.write((tx) => notify(place.ctx(), tx, { userId: owner.userId, accountId: owner.accountId, kind: 'limitNear' }));
  expect(await sendDigests(place.ctx())).toBe(1);
  expect(await sendDigests(place.ctx())).toBe(0);
  expect((await readMails(place)).at(-1)).toMatchObject({ template: 'account.digest', recipient: owner.email });
  place.clock.advance(25 * 3_600_000);
  expect(await sendDigests(place.ctx())).toBe(0);
});

test('a new room starts with what the account set, unless its maker says otherwise', async () => {
  const owner = await ownerOf(world);
  const api = world.api(owner);
  const { rights, ...first } = await api.rooms.defaults();
  expect([rights.edit, first.version]).toEqual([true, 0]);
  const body = { ...first, lobby: false, signInRequired: true, welcome: 'Hello', maxPeople: 5000 };
  await api.rooms.setDefaults({ body });
  expect(await codeOf(api.rooms.setDefaults({ body }))).toBe('changed_meanwhile');
  const plan = (await api.accounts.get()).entitlements.peoplePerMeeting;
  expect(await api.rooms.create({ body: { name: 'One' } })).toMatchObject({
    lobby: false,
    signInRequired: true,
    welcome: 'Hello',
    maxPeople: plan,
  });
  expect(await api.rooms.create({ body: { name: 'Two', lobby: true, welcome: '', maxPeople: null } })).toMatchObject({
    lobby: true,
    signInRequired: true,
    welcome: '',
    maxPeople: null,
  });
  expect(await codeOf(world.api({ ...owner, scope: ['rooms.view'] }).rooms.setDefaults({ body: { ...body, version: 1 } }))).toBe(
    'not_allowed',
  );
  expect((await world.api(await ownerOf(world)).rooms.defaults()).version).toBe(0);
});
