/** What programs of customers send, request by request as they send it, and what they get. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { endpointCallRows } from '#connect/endpoint/server/endpoint.table.ts';
import { buildCustomer, buildQuirky, buildShop, buildStreet, textIn } from './endpoint-door.factory.ts';

async function buildQuirkyShop() {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  return { ...street, customer, ...(await buildQuirky(street)) };
}

test('the root names the release whose API it is', async () => {
  const { customer } = await buildShop();
  const root = await customer.call('');
  expect([textIn(root, 'version'), textIn(root, 'bbbVersion')]).toEqual(['2.0', '3.0']);
});

test('names that WordPress escapes for HTML are kept, sent on and told as they were meant', async () => {
  const { customer, world } = await buildQuirkyShop();
  // what the plugin sends for the room "R&D's", and for a person
  const made = await customer.call('create', { meetingID: 'wp1', name: 'R&amp;D&#039;s', 'meta_bbb-origin': 'WordPress' });
  expect(textIn(made, 'returncode')).toBe('SUCCESS');
  const fullName = 'Tom &amp; &quot;Jo&quot; &copy; &';
  await customer.call('join', { fullName, meetingID: 'wp1', role: 'VIEWER', redirect: 'false' });
  await pollServers(world.ctx());
  const info = (await customer.call('getMeetingInfo', { meetingID: 'wp1' })).text;
  expect(info).toContain('<meetingName>R&amp;D&#39;s</meetingName>');
  expect(info).toContain('<fullName>Tom &amp; &quot;Jo&quot; &amp;copy; &amp;</fullName>');
  const { rows } = await world.ctx().system.read.execute(sql`select name from meetings`);
  expect(rows).toEqual([{ name: "R&D's" }]);
});

test('the log names what the embedded engine does not act upon, and of BigBlueButton’s servers nothing', async () => {
  const { customer, door, fake, world } = await buildQuirkyShop();
  const { read } = world.ctx().system;
  const create = { name: 'N1', copyright: 'x', bannerText: 'Exam', loginURL: '', meetingLayout: 'VIDEO_FOCUS' };
  const join = { fullName: 'A', role: 'VIEWER', redirect: 'false', 'userdata-bbb_hide_nav_bar': 'true' };
  await read.execute(sql`update servers set kind = 'bbb'`);
  await customer.call('create', { ...create, meetingID: 'c1' });
  await read.execute(sql`update servers set kind = 'engine'`);
  await customer.call('create', { ...create, meetingID: 'c2' });
  await customer.call('join', { ...join, meetingID: 'c2' });
  const [, passed] = [...fake.state.meetings.values()];
  expect(passed?.request).toMatchObject({ bannerText: 'Exam', meetingLayout: 'VIDEO_FOCUS' });
  await door.close();
  const rows = await read.select().from(endpointCallRows).orderBy(endpointCallRows.id);
  expect(rows.map((row) => [row.call, row.meeting, row.outcome, row.unhonoured])).toEqual([
    ['create', 'c1', 'answered', []],
    ['create', 'c2', 'answered', ['copyright']],
    ['join', 'c2', 'answered', ['userdata-bbb_hide_nav_bar']],
  ]);
});
