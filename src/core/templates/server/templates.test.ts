/** Texts of mails on the real database: who changes which, what a mail then says, and what it falls back to. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { RichText, RichTextInline } from '#kit/rich-text.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { type AccountMail, sendMail } from '#core/outbox/server/outbox.service.ts';
import { buildOperator, buildOwner, buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { catalogOf } from './templates.mail.ts';

const world = await testWorld();
afterAll(() => world.close());
const operator = (await buildOperator(world)).actor;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const body = (...content: (string | { name: string })[]): RichText => ({
  version: 1,
  content: [
    {
      type: 'paragraph',
      content: content.map(
        (part): RichTextInline =>
          typeof part === 'string' ? { type: 'text', text: part } : { type: 'variable', attrs: { name: part.name } },
      ),
    },
  ],
});

type Change = { name: string; locale: Locale; subject: string; text: RichText };
const save = async (actor: UserActor, { name, locale, subject, text }: Change) => {
  const api = world.api(actor).templates;
  const { revision } = await api.get({ params: { name, locale } });
  return api.save({ params: { name, locale }, body: { revision, subject, body: text } });
};
async function publish(actor: UserActor, change: Change) {
  const { revision } = await save(actor, change);
  const { name, locale } = change;
  return world.api(actor).templates.publish({ params: { name, locale }, body: { revision } });
}
const accountMail = (name: string): AccountMail => {
  if (name !== 'account.resetPassword') throw new Error(`${name} is not sent here`);
  return 'resetPassword';
};
let mailed = 0;
/** A mail with this name as it arrives in an account. */
async function mailOf(name: string, { accountId, locale = 'en-US' }: { accountId: string | null; locale?: string }) {
  const template = catalogOf([]).find((one) => one.name === name) ?? accountMail(name);
  mailed += 1;
  const to = `reader-${mailed}@example.org`;
  const ctx = world.ctx();
  const when = { guest: 'Ana', host: 'Ben', meeting: 'Maths', date: 'today', start: '9:00', end: '9:45', zone: 'CET' };
  const data = { ...when, phone: 'none', pin: '', recorded: 'no', minutes: 60, name: 'Ana', when: 'today' };
  await ctx.system.write((tx) => sendMail(ctx, tx, { template, to, locale, data, accountId, path: '/m/x' }));
  const [mail] = await mailsTo(world, to);
  return mail;
}
async function vendorWithCustomer() {
  const [vendor, customer] = [await buildVendor(world), await buildOwner(world)];
  await world
    .ctx()
    .system.read.execute(
      sql`update accounts set vendor_account_id = ${vendor.actor.accountId}, entitlements = ${JSON.stringify(grantOfAll(1))}::jsonb where id = ${customer.actor.accountId}`,
    );
  return { vendor: vendor.actor, customer: customer.actor };
}

test('every text can be listed, read and looked at, as its built-in words say it', async () => {
  const api = world.api(operator).templates;
  const { items } = await api.list();
  expect(items.length).toBeGreaterThan(60);
  for (const { name, title, languages, kind } of items) {
    const view = await api.get({ params: { name, locale: 'ar' } });
    const labelled = view.variables.filter((one) => one.label !== '' && one.label !== one.name && !/[{}]/.test(one.sample));
    expect([name, title === '' || /[{}]/.test(title), languages, labelled]).toEqual([name, false, [], view.variables]);
    // what is edited first says what the mail says
    const built = await api.preview({ params: { name }, body: { locale: 'en-US' } });
    const { text } = await api.get({ params: { name, locale: 'en-US' } });
    const asOwn = await api.preview({ params: { name }, body: { locale: 'en-US', text } });
    expect([name, built.level, asOwn.level, kind === 'mail' && asOwn.subject]).toEqual([
      name,
      'built-in',
      'operator',
      kind === 'mail' && built.subject,
    ]);
    expect(built.html.concat(asOwn.html)).not.toMatch(/\{\w+|\[\w+\]/);
  }
});

test('a published text stands in the next mail, a draft in none, and a reset brings the built-in words back', async () => {
  const change: Change = {
    name: 'account.resetPassword',
    locale: 'de',
    subject: 'Frisch: {minutes}',
    text: body('Hallo, ', { name: 'minutes' }),
  };
  const draft = await save(operator, change);
  expect([draft.state, draft.text.subject, draft.languages]).toEqual([
    'draft',
    'Frisch: {minutes}',
    [{ locale: 'de', state: 'draft' }],
  ]);
  const before = await mailOf(change.name, { accountId: null, locale: 'de' });
  expect(before?.subject).not.toContain('Frisch');
  const params = { name: change.name, locale: 'de' } as const;
  const live = await world.api(operator).templates.publish({ params, body: { revision: draft.revision } });
  expect([live.state, live.edited, live.editedBy]).toEqual(['changed', false, operator.name]);
  const changed = await mailOf(change.name, { accountId: null, locale: 'de' });
  expect([changed?.subject, changed?.bodyText]).toEqual(['Frisch: 60 Minuten', expect.stringMatching(/^Hallo, 60 Minuten\n/)]);
  // a missing language keeps its own built-in words
  expect((await mailOf(change.name, { accountId: null, locale: 'fr' }))?.subject).not.toMatch(/Frisch|Set a/);
  const next = await save(operator, { ...change, subject: 'Nochmal' });
  expect([next.state, next.edited, (await mailOf(change.name, { accountId: null, locale: 'de' }))?.subject]).toEqual([
    'changed',
    true,
    'Frisch: 60 Minuten',
  ]);
  const reset = await world.api(operator).templates.reset({ params, body: { revision: next.revision } });
  expect([reset.state, reset.revision, reset.text.subject, reset.original.level]).toEqual([
    'original',
    0,
    before?.subject,
    'built-in',
  ]);
  expect((await mailOf(change.name, { accountId: null, locale: 'de' }))?.subject).toBe(before?.subject);
});

test('account before vendor before operator before the built-in words', async () => {
  const { vendor, customer } = await vendorWithCustomer();
  const stranger = (await buildOwner(world)).actor;
  const name = 'meeting.invitation';
  const subjects = async () =>
    Promise.all(
      [customer, vendor, stranger].map(async ({ accountId }) => (await mailOf(name, { accountId, locale: 'es' }))?.subject),
    );
  const change = (subject: string): Change => ({ name, locale: 'es', subject, text: body('Hola ', { name: 'guest' }) });
  const first = await subjects();
  expect(new Set(first).size).toBe(1);
  await publish(operator, change('O {host}'));
  expect(await subjects()).toEqual(['O Ben', 'O Ben', 'O Ben']);
  await publish(vendor, change('V {host}'));
  expect(await subjects()).toEqual(['V Ben', 'V Ben', 'O Ben']);
  const own = await publish(customer, change('C {host}'));
  expect([own.original.level, own.original.subject]).toEqual(['vendor', 'V {host}']);
  expect(await subjects()).toEqual(['C Ben', 'V Ben', 'O Ben']);
  await save(customer, change('Secret draft'));
  for (const [reader, subject] of [
    [stranger, 'O {host}'],
    [vendor, 'V {host}'],
  ] as const) {
    const seen = await world.api(reader).templates.get({ params: { name, locale: 'es' } });
    expect([seen.text.subject, JSON.stringify(seen).includes('Secret')]).toEqual([subject, false]);
  }
  await world.api(customer).templates.reset({ params: { name, locale: 'es' }, body: { revision: own.revision + 1 } });
  expect(await subjects()).toEqual(['V Ben', 'V Ben', 'O Ben']);
});

test('customers and vendors change three texts, and what the product says itself does not exist for them', async () => {
  const { vendor, customer } = await vendorWithCustomer();
  for (const actor of [vendor, customer]) {
    const api = world.api(actor).templates;
    const { items } = await api.list();
    expect(items.map((one) => one.name).sort()).toEqual(['meeting.invitation', 'meeting.reminder', 'room.welcome']);
    for (const name of ['account.resetPassword', 'rooms.invitation', 'iam.invitation', 'ticket.answer', 'no.such'])
      expect([name, await codeOf(api.get({ params: { name, locale: 'de' } }))]).toEqual([name, 'not_found']);
  }
  // a row from the time when it was theirs changes nothing
  await world.ctx().system.read.execute(sql`
    insert into templates (id, account_id, name, locale, subject, body, published_at, edited_at)
    values (gen_random_uuid(), ${customer.accountId}, 'account.resetPassword', 'en-US', 'Mine', ${JSON.stringify(body('x'))}::jsonb, now(), now())`);
  expect((await mailOf('account.resetPassword', { accountId: customer.accountId }))?.subject).toBe('Set a new password');
  const member = { ...customer, scope: customer.scope.filter((one) => one !== 'templates.edit') };
  expect(await codeOf(world.api(member).templates.list())).toBe('not_allowed');
});

test('an unknown variable, an empty text or a text of somebody else is not published', async () => {
  const change: Change = {
    name: 'meeting.reminder',
    locale: 'en-US',
    subject: 'At {start}',
    text: body('Hi ', { name: 'iban' }),
  };
  const owner = (await buildOwner(world)).actor;
  const api = world.api(owner).templates;
  expect(await codeOf(publish(owner, change))).toBe('unknown_variable');
  expect(await codeOf(publish(owner, { ...change, subject: 'For {iban}', text: body('Hi') }))).toBe('unknown_variable');
  expect(await codeOf(publish(owner, { ...change, text: body(' ') }))).toBe('text_missing');
  expect(await codeOf(publish(owner, { ...change, subject: '', text: body('Hi') }))).toBe('text_missing');
  const params = { name: change.name, locale: change.locale };
  const seen = await api.preview({ params, body: { locale: 'en-US', text: { subject: 'At {start}', body: change.text } } });
  expect(seen.html).toContain('[iban]');
  const saved = await save(owner, { ...change, text: body('Hi') });
  const late = { revision: saved.revision - 1, subject: 'Late', body: body('Late') };
  expect(await codeOf(api.save({ params, body: late }))).toBe('changed_meanwhile');
  expect(await codeOf(api.save({ params, body: { ...late, revision: 0 } }))).toBe('changed_meanwhile');
  const picture = { type: 'picture', attrs: { file: '0190b6a0-0000-7000-8000-000000000001', alt: '' } } as const;
  const pictured: RichText = { version: 1, content: [picture] };
  expect(await codeOf(api.save({ params, body: { ...late, revision: saved.revision, body: pictured } }))).toBe('invalid_input');
});

test('a language is outdated once English was published after it', async () => {
  const owner = (await buildOwner(world)).actor;
  const change: Change = { name: 'room.welcome', locale: 'tr', subject: '', text: body('Merhaba ', { name: 'room' }) };
  await publish(owner, change);
  world.clock.advance(1000);
  const english = await publish(owner, { ...change, locale: 'en-US', text: body('Hello') });
  expect(english.languages).toEqual([
    { locale: 'en-US', state: 'changed' },
    { locale: 'tr', state: 'outdated' },
  ]);
});

test('a published welcome is that of new rooms, unless one is given', async () => {
  const owner = (await buildOwner(world)).actor;
  const rooms = world.api(owner).rooms;
  const plain = await rooms.create({ body: { name: 'Before' } });
  const locale = localeOf(owner.locale);
  await publish(owner, { name: 'room.welcome', locale, subject: '', text: body('Welcome to ', { name: 'room' }, '!') });
  const room = await rooms.create({ body: { name: 'After {site}' } });
  const own = await rooms.create({ body: { name: 'Own', welcome: 'Come in' } });
  expect([plain.welcome, room.welcome, own.welcome]).toEqual(['', 'Welcome to After {site}!', 'Come in']);
});

test('a test mail goes to oneself, with sample values, in the languages that are looked at', async () => {
  const owner = (await buildOwner(world)).actor;
  const api = world.api(owner).templates;
  await save(owner, { name: 'meeting.invitation', locale: 'en-US', subject: 'Draft {meeting}', text: body({ name: 'guest' }) });
  const params = { name: 'meeting.invitation' };
  expect(await api.test({ params, body: { locales: ['en-US', 'ar'], sample: 'long' } })).toEqual({ to: owner.email });
  const mails = await mailsTo(world, owner.email);
  expect(mails.map((mail) => mail.subject)).toEqual([
    'Draft Introduction to functions and their graphs, with exercises for the whole class',
    expect.stringContaining('\u2068'),
  ]);
  expect(await codeOf(world.api({ ...owner, email: 'alias:ana' }).templates.test({ params, body: { locales: ['de'] } }))).toBe(
    'no_address',
  );
});
