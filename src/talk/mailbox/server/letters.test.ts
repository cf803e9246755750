/** Letters from person to person: drafts, sending, taking back, and delivery that happens once. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { listNotices } from '#core/outbox/server/notices.service.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { deliverMail, keepMailboxes } from './delivering.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const at = (id: string) => ({ params: { id } });
const box = (actor: UserActor) => world.api(actor).mailbox;
async function pair() {
  const { actor: writer } = await buildOwner(world);
  const { actor } = await buildActor(world, { accountId: writer.accountId, role: 'member' });
  return { writer, reader: { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) } };
}
const draftTo = (...recipients: UserActor[]) => ({
  recipients: recipients.map((one) => one.userId),
  ...{ subject: 'Lab on Monday', text: 'Can you bring the zeppelin?', revision: 0 },
});
async function sent(writer: UserActor, reader: UserActor): Promise<string> {
  const id = newId();
  await box(writer).save({ ...at(id), body: draftTo(reader) });
  await box(writer).send({ ...at(id), body: { revision: 1 } });
  return id;
}
const later = () => world.clock.advance((mailLimits.undoSeconds + 1) * 1_000);
const inbox = async (actor: UserActor) => (await box(actor).list({ query: { kind: 'people' } })).items;

test('a draft is kept while it is written, and a second window does not write over it', async () => {
  const { writer, reader } = await pair();
  const { save } = box(writer);
  const id = newId();
  expect((await save({ ...at(id), body: draftTo() })).revision).toBe(1);
  expect((await save({ ...at(id), body: { ...draftTo(reader), text: 'a\u0007\r\nb', revision: 1 } })).text).toBe('a\nb');
  expect(await codeOf(save({ ...at(id), body: { ...draftTo(), revision: 1 } }))).toBe('changed_meanwhile');
  expect(await box(writer).counts()).toMatchObject({ drafts: 1, unread: 0 });
  expect(await inbox(reader)).toEqual([]);
  await box(writer).discard(at(id));
  expect(await codeOf(save({ ...at(id), body: { ...draftTo(), revision: 2 } }))).toBe('not_found');
});

test('only people of the account can be written to, and nothing is sent that is not finished', async () => {
  const [{ writer, reader }, other] = [await pair(), await pair()];
  const names = (await world.api(writer).people.find({ query: { for: 'mail' } })).items.map((one) => one.id);
  expect(names).toEqual([reader.userId]);
  expect((await world.api(writer).people.find({ query: { for: 'mail', search: 'nobody like that' } })).items).toEqual([]);
  for (const stranger of [other.reader, writer])
    expect(await codeOf(box(writer).save({ ...at(newId()), body: draftTo(stranger) }))).toBe('recipient_unknown');
  expect(await codeOf(box(writer).save({ ...at(newId()), body: { ...draftTo(), files: [newId()] } }))).toBe('file_unknown');
  expect(await codeOf(box(writer).save({ ...at(newId()), body: { ...draftTo(), text: 'x'.repeat(20_001) } }))).toBe(
    'invalid_input',
  );
  expect(await codeOf(box(writer).save({ ...at(newId()), body: { ...draftTo(), subject: 'a\nBcc: b' } }))).toBe('invalid_input');
  const id = newId();
  await box(writer).save({ ...at(id), body: draftTo() });
  expect(await codeOf(box(writer).send({ ...at(id), body: { revision: 1 } }))).toBe('not_finished');
  await box(writer).save({ ...at(id), body: { ...draftTo(reader), revision: 1 } });
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update memberships set state = 'suspended' where user_id = ${reader.userId}`));
  expect(await codeOf(box(writer).send({ ...at(id), body: { revision: 2 } }))).toBe('recipient_unknown');
});

test('within ten seconds a mail is taken back; after them it is there, once, however often its job runs', async () => {
  const { writer, reader } = await pair();
  const id = await sent(writer, reader);
  await world.runJobs();
  expect(await inbox(reader)).toEqual([]);
  expect((await box(writer).takeBack(at(id))).place).toBe('draft');
  later();
  await world.runJobs();
  expect(await inbox(reader)).toEqual([]);

  await box(writer).send({ ...at(id), body: { revision: 3 } });
  later();
  expect(await codeOf(box(writer).takeBack(at(id)))).toBe('sent_already');
  await world.runJobs();
  for (let n = 0; n < 2; n++) await deliverMail(world.ctx(), id);
  const [item, ...more] = await inbox(reader);
  expect([item?.subject, item?.sender.id, item?.unread, more]).toEqual(['Lab on Monday', writer.userId, true, []]);
  expect(await templatesTo(world, reader.email)).toEqual(['mailbox.letter']);
  expect((await listNotices(world.ctx(reader), { limit: 9 })).items.map((one) => one.kind)).toEqual(['letterReceived']);
  expect(await codeOf(box(writer).takeBack(at(id)))).toBe('sent_already');
  const mail = await box(reader).get(at(item?.id ?? ''));
  expect([mail.reply, mail.html, mail.text]).toEqual(['person', null, 'Can you bring the zeppelin?']);
  expect((await box(reader).list({ query: { search: 'zeppelin' } })).items).toHaveLength(1);
  // what the reader throws away stays with the writer
  await box(reader).mark({ body: { ids: [mail.id], mark: 'bin' } });
  expect((await box(writer).list({ query: { place: 'sent' } })).items).toHaveLength(1);
});

test('what a dead worker left is delivered by the clock, and bins are emptied after a month', async () => {
  const { writer, reader } = await pair();
  const id = await sent(writer, reader);
  await world.ctx().system.write((tx) => tx.execute(sql`delete from pgboss.job where name = 'mailbox.deliver'`));
  later();
  await keepMailboxes(world.ctx());
  expect(await inbox(reader)).toEqual([]);
  world.clock.advance(61_000);
  await keepMailboxes(world.ctx());
  expect(await inbox(reader)).toHaveLength(1);
  await box(writer).mark({ body: { ids: [id], mark: 'bin' } });
  const binned = async () => (await box(writer).list({ query: { place: 'bin' } })).items.length;
  world.clock.advance(29 * 86_400_000);
  await keepMailboxes(world.ctx());
  expect(await binned()).toBe(1);
  world.clock.advance(2 * 86_400_000);
  await keepMailboxes(world.ctx());
  expect(await binned()).toBe(0);
});

test('nobody floods others', async () => {
  const { writer, reader } = await pair();
  for (let n = 0; n < mailLimits.send.max; n++) await sent(writer, reader);
  expect(await codeOf(sent(writer, reader))).toBe('too_many_requests');
});
