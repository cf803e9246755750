import { sql } from 'drizzle-orm';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { demoAccounts } from './demo-data.ts';
import { samplePlans } from '#sales/billing/server/sample/billing.sample.ts';
import { sampleVendor } from '#sales/vendors/server/sample/vendors.sample.ts';
import { seedDemo } from './demo.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { rows } from '#app/routes.tsx';
import { routerPath } from '#app/shell/routing/route-row.ts';
import { formatMoney, money } from '#kit/money.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

async function seeded(world: World): Promise<string> {
  const printed: string[] = [];
  await seedDemo({
    ctx: world.ctx(),
    as: (actor) => world.ctx(actor),
    say: () => undefined,
    print: (text) => void printed.push(text),
  });
  return printed.join('\n');
}
const countOf = async (world: World, table: string) =>
  Number((await world.ctx().system.read.execute<{ n: string }>(sql.raw(`select count(*) as n from ${table}`))).rows[0]?.n);

test('sample data fills an empty installation, and everybody in it can sign in with the printed password', async () => {
  const world = await worldForThisTest();
  const printed = await seeded(world);
  const password = /password {2}(\S+)/.exec(printed)?.[1] ?? '';
  expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  const kinds = new Set<string>();
  for (const account of demoAccounts) {
    for (const person of account.people) {
      expect(printed.includes(person.email)).toBe(person.who !== null);
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: person.email, password, challenge: await buildAnswer(world.ctx()) },
        remoteAddress: '192.0.2.1',
      });
      expect([person.email, answer.statusCode]).toEqual([person.email, 200]);
      const user = (
        await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${answer.json().token}` } })
      ).json();
      expect(user).toMatchObject({
        name: person.name,
        account: { name: account.name, kind: account.kind, state: 'active', role: person.role },
      });
      kinds.add(user.account.kind);
    }
  }
  expect([...kinds].sort()).toEqual(['customer', 'operator', 'vendor']);
}, 60_000);

test('there is something to see: rooms, past meetings with people, an invitation that waits; and every list answers', async () => {
  const world = await worldForThisTest();
  const printed = await seeded(world);
  expect(await countOf(world, 'rooms where deleted_at is null')).toBe(demoAccounts.flatMap((account) => account.rooms).length);
  expect(await countOf(world, 'rooms where deleted_at is not null')).toBeGreaterThan(0);
  const kinds = await world
    .ctx()
    .system.read.execute<{ kind: string }>(
      sql`select distinct i.kind from mailbox_items i join users u on u.id = i.user_id where u.email = 'miriam@example.org' and i.place = 'inbox' order by i.kind`,
    );
  expect(kinds.rows.map((row) => row.kind)).toEqual(['invoices', 'meetings', 'news', 'people', 'tickets']);
  expect(await countOf(world, 'meetings')).toBe(
    demoAccounts.flatMap((account) => account.rooms.flatMap((room) => room.held)).length,
  );
  expect(await countOf(world, 'attendances')).toBeGreaterThan(100);
  expect(await countOf(world, "meetings where ended_at > now() or ended_at <= started_at or state <> 'ended'")).toBe(0);
  expect(await countOf(world, 'attendances where left_at < joined_at')).toBe(0);
  const password = /password {2}(\S+)/.exec(printed)?.[1] ?? '';
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'miriam@example.org', password, challenge: await buildAnswer(world.ctx()) },
  });
  const read = async (url: string) => {
    const got = await world.app.inject({ url, headers: { authorization: `Bearer ${answer.json().token}` } });
    expect([url, got.statusCode]).toEqual([url, 200]);
    return got.json();
  };
  expect((await read('/api/rooms')).items.length).toBeGreaterThan(3);
  expect((await read('/api/meetings')).items.length).toBeGreaterThan(5);
  expect((await read('/api/dashboard')).kind).toBe('customer');
  expect((await read('/api/invitations')).items).toHaveLength(1);
  const { items } = await read('/api/recordings?view=mine');
  const { recordId } = items.find((one: { name: string }) => one.name === 'Staff call') ?? {};
  const playback = await read(`/api/public/recordings/${recordId}`);
  expect(playback.captions.map((one: { lang: string }) => one.lang)).toEqual(['de', 'en']);
  const { tracks, events } = await read(playback.formats[0].url);
  expect(tracks.map((one: { source: string }) => one.source)).toEqual(['screen', 'cam', 'mic']);
  expect(events.some((one: { type: string }) => one.type === 'chat')).toBe(true);
  await read('/api/notices');
  await read('/api/audit');
});

test('the vendor has a customer that holds a part of its pool, one that was asked, and rooms are shared', async () => {
  const world = await worldForThisTest();
  const printed = await seeded(world);
  const password = /password {2}(\S+)/.exec(printed)?.[1] ?? '';
  const as = async (email: string) => {
    const payload = { email, password, challenge: await buildAnswer(world.ctx()) };
    const token = (await world.app.inject({ method: 'POST', url: '/api/login', payload })).json().token;
    return async (url: string) => (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json();
  };
  const vendor = await as('vendor@example.org');
  const { items } = await vendor('/api/vendor/customers');
  expect(items.map((one: { name: string }) => one.name)).toEqual([sampleVendor.asked.organisation, 'Hafen Music School']);
  expect(items[1].use).toMatchObject({ rooms: 2, people: 1, meetings: 7 });
  expect((await vendor('/api/vendor')).pool).toEqual(sampleVendor.pool);
  const invited = (await vendor('/api/users')).items.map((one: { invited: { email: string } | null }) => one.invited?.email);
  expect(invited).toContain(sampleVendor.asked.ownerEmail);
  const school = await as('miriam@example.org');
  const states = (await school('/api/network/rooms')).items.map((one: { state: string }) => one.state);
  expect(states.sort()).toEqual(['accepted', 'offered']);
}, 60_000);

test('the operator sells, and the school has a plan, invoices that are paid, and one that is overdue', async () => {
  const world = await worldForThisTest();
  const printed = await seeded(world);
  const password = /password {2}(\S+)/.exec(printed)?.[1] ?? '';
  const payload = { email: 'miriam@example.org', password, challenge: await buildAnswer(world.ctx()) };
  const { token } = (await world.app.inject({ method: 'POST', url: '/api/login', payload })).json();
  const read = async (url: string) => (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json();
  expect((await read('/api/offers')).items.map((one: { code: string }) => one.code)).toEqual([
    ...samplePlans.map(({ code }) => code),
    ...['storage-50', 'own-look', 'congress-300'],
  ]);
  const { subscription, use } = await read('/api/billing/subscription');
  expect(subscription).toMatchObject({ state: 'active', planName: 'School 150', seats: 25, payBy: 'transfer' });
  expect(use.find((one: { key: string }) => one.key === 'peopleAtOnce').max).toBe(175);
  const { items } = await read('/api/invoices');
  const states = items.map((one: { state: string; overdue: boolean }) => (one.overdue ? 'overdue' : one.state));
  expect(states.sort()).toEqual(['open', 'overdue', 'paid', 'paid']);
}, 60_000);

type SampleMail = { subject: string; body: string; link: string | null; about: string | null; writtenOn: string };
test('mails about invoices say the numbers, amounts and names of those invoices, and links of sample mails lead to pages', async () => {
  const world = await worldForThisTest();
  await seeded(world);
  const { read } = world.ctx().system;
  const mails = (
    await read.execute<SampleMail & { kind: string }>(
      sql`select kind, subject, body, link, about_id as about, (created_at at time zone 'Europe/Berlin')::date::text as "writtenOn" from mailbox_items where place = 'inbox'`,
    )
  ).rows;
  const invoices = (
    await read.execute<{ id: string; number: string; total: string; issued: string }>(
      sql`select id, number, total::text, issue_date::text as issued from invoices where number is not null`,
    )
  ).rows;
  const billed = mails.filter(({ kind }) => kind === 'invoices');
  expect(new Set(billed.map(({ about }) => about)).size).toBe(4);
  for (const { subject, body, about, writtenOn } of billed) {
    const invoice = invoices.find(({ id }) => id === about);
    expect(subject).toContain(invoice?.number);
    expect(body).not.toMatch(/Nordlicht (?!Schulgesellschaft mbH)/);
    const amounts = new Set(body.match(/€[\d.,]*\d/g));
    amounts.delete('€0.00');
    expect([...amounts]).toEqual([formatMoney(money(BigInt(invoice?.total ?? 0), 'EUR'), 'en-US')]);
    expect(writtenOn >= (invoice?.issued ?? '')).toBe(true);
  }
  const links = mails.flatMap(({ link }) => (link === null ? [] : [new URL(link, 'https://atrium.example').pathname]));
  expect(links.length).toBeGreaterThan(8);
  const isRoute = (path: string) => rows.some((row) => matchPath(routerPath(row.path), path) !== null);
  expect(links.filter((path) => !isRoute(path))).toEqual([]);
}, 60_000);

test('the blog has posts for its readers, two of them in three languages', async () => {
  const world = await worldForThisTest();
  await seeded(world);
  const read = async (query: string) => (await world.app.inject({ url: `/api/blog/posts?limit=30${query}` })).json().items;
  expect((await read('')).length).toBe(6);
  expect((await read('&locale=ar')).map((one: { category: { slug: string } }) => one.category.slug)).toEqual([
    'teaching',
    'guides',
  ]);
  const { categories, locales } = (await world.app.inject({ url: '/api/blog/menu?locale=en-US' })).json();
  expect(categories.map((one: { posts: number }) => one.posts)).toEqual([2, 2, 1, 1]);
  expect(locales.sort()).toEqual(['ar', 'de', 'en-US']);
}, 60_000);

test('an installation that is in use is refused with a sentence, and stays as it was', async () => {
  const world = await worldForThisTest();
  await buildAccount(world);
  const refused = seeded(world);
  await expect(refused).rejects.toBeInstanceOf(PlainTrouble);
  await expect(refused).rejects.toThrow(/in use/);
  expect([await countOf(world, 'accounts'), await countOf(world, 'rooms')]).toEqual([1, 0]);
});

test('a second start goes on with what is there, and an installation of people is not filled', async () => {
  const world = await worldForThisTest();
  await seeded(world);
  const before = await countOf(world, 'rooms');
  expect(await seeded(world)).toContain('The sample data is here already');
  expect(await countOf(world, 'rooms')).toBe(before);
  const used = await worldForThisTest();
  await buildAccount(used);
  await expect(seeded(used)).rejects.toThrow(/in use/);
  expect(await countOf(used, 'rooms')).toBe(0);
});
