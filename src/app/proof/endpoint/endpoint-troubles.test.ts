/** What one bad request or one bad answer must not do to a server, to a running meeting or to a customer. */
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openExternal } from '#meet/meetings/server/external/external.queries.ts';
import { buildServer } from '#meet/meetings/server/meet.factory.ts';
import { changeServer } from '#meet/servers/server/servers.queries.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { buildCustomer, buildQuirky, buildShop, buildStreet, keyOf, textIn } from './endpoint-door.factory.ts';

const join = { fullName: 'Jane', meetingID: 'c1', role: 'VIEWER' };

async function buildQuirkyShop(wish: { directJoin?: 'yes' | 'no' } = {}) {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const quirky = await buildQuirky(street, wish);
  await customer.call('create', { name: 'N1', meetingID: 'c1' });
  const rowOf = () => openExternal(street.world.ctx().system.read, customer.owner.accountId, 'c1');
  return { ...street, customer, ...quirky, rowOf };
}

test('a create that is too long for any server is refused, and none of them hears of it', async () => {
  const { customer, fake, world } = await buildShop();
  const said = await customer.call('create', { name: 'N1', meetingID: 'c1', welcome: 'x'.repeat(100_000) });
  expect(keyOf(said)).toBe('sizeError');
  expect(fake.calls).toEqual([]);
  expect(await serverList(world.ctx())).toMatchObject([{ health: 'healthy', failures: 0 }]);
});

test('a create at which the servers break the connection leaves them in the pool', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  for (const name of ['one', 'two']) {
    const { fake } = await buildQuirky(street, { name });
    await fake.control({ do: 'quirks', set: { calls: { create: { fault: 'hangUp' } } } });
  }
  expect(keyOf(await customer.call('create', { name: 'N1', meetingID: 'c1' }))).toBe('internalError');
  expect((await serverList(street.world.ctx())).map((one) => one.health)).toEqual(['healthy', 'healthy']);
}, 20_000);

test.each(['html502', 'garbage', 'hangUp', 'empty'] as const)(
  'a join that fails (%s) leaves the meeting and its server as they are',
  async (fault) => {
    const { customer, fake, world, rowOf } = await buildQuirkyShop({ directJoin: 'yes' });
    await fake.control({ do: 'quirks', set: { calls: { join: { fault } } } });
    expect(keyOf(await customer.call('join', { ...join, redirect: 'false' }))).toBe('internalError');
    expect(await rowOf()).toMatchObject({ state: 'live' });
    expect(await serverList(world.ctx())).toMatchObject([{ health: 'healthy', failures: 0 }]);
    await fake.control({ do: 'quirks', set: {} });
    expect(keyOf(await customer.call('join', { ...join, redirect: 'false' }))).toBe('successfullyJoined');
  },
);

test('what the plan forbids stays forbidden, whatever the body says and however it is labelled', async () => {
  const street = await buildStreet();
  const customer = await buildCustomer(street, { recordingAllowed: false });
  const { fake } = await buildQuirky(street);
  const field = (name: string, value: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nPDF\r\n';
  const bodies = [
    { contentType: 'multipart/form-data; boundary=b', body: `${field('record', 'true')}${file}--b--\r\n` },
    { contentType: 'application/x-www-form-urlencoded', body: 'record=true&autoStartRecording=true' },
    { contentType: 'application/x-www-form-urlencoded', body: '<x/>&record=true&isBreakout=true' },
  ];
  for (const [at, wish] of bodies.entries())
    expect(textIn(await customer.call('create', { name: 'N1', meetingID: `c${at}` }, wish), 'returncode')).toMatch(
      /SUCCESS|FAILED/,
    );
  expect(fake.state.meetings.size).toBeGreaterThan(0);
  for (const meeting of fake.state.meetings.values())
    expect(meeting.request).toMatchObject({ record: false, autoStartRecording: false, isBreakout: false });
});

test('people are sent to secure addresses only, unless this installation is not secure itself', async () => {
  const { customer, world, rowOf } = await buildQuirkyShop();
  expect((await customer.call('join', join)).status).toBe(302);
  world.parts.config.publicUrl = 'https://meet.example.org';
  const refused = await customer.call('join', join);
  expect([refused.status, refused.location, keyOf(refused)]).toEqual([200, null, 'internalError']);
  expect(await rowOf()).toMatchObject({ state: 'live' });
});

test('a trouble of ours with a server is told as ours, and ends no meeting', async () => {
  const { customer, fake, world, server, rowOf } = await buildQuirkyShop({ directJoin: 'yes' });
  const ctx = world.ctx();
  const other = await buildServer(world, { name: 'other' });
  await ctx.system.write((tx) => changeServer(tx, server.id, { secretSealed: other.server.secretSealed }));
  world.clock.advance(2_000);
  const password = textIn(await customer.call('getMeetingInfo', { meetingID: 'c1' }), 'moderatorPW');
  expect(keyOf(await customer.call('join', { ...join, redirect: 'false' }))).toBe('internalError');
  expect(keyOf(await customer.call('end', { meetingID: 'c1', password }))).toBe('internalError');
  expect(await rowOf()).toMatchObject({ state: 'live' });
  expect(fake.state.meetings.size).toBe(1);
});

test('a server that wants another password has not lost the meeting', async () => {
  const { customer, world, server, rowOf } = await buildQuirkyShop();
  const stub = http.createServer((_request, response) =>
    response.end('<response><returncode>FAILED</returncode><messageKey>invalidPassword</messageKey></response>'),
  );
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stub.close());
  const address = stub.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  await world.ctx().system.write((tx) => changeServer(tx, server.id, { url: `http://127.0.0.1:${port}/bigbluebutton` }));
  world.clock.advance(2_000);
  expect(textIn(await customer.call('getMeetingInfo', { meetingID: 'c1' }), 'meetingName')).toBe('N1');
  expect(await rowOf()).toMatchObject({ state: 'live' });
});
