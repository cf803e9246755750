/** Files of personal mails: with their writer, with each copy, and gone with the last of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { addFileOfConversation } from '#core/files/server/add-file.service.ts';
import { failureOf, filesLeft, libraryWorld, type LibraryWorld } from '#core/files/server/files.factory.ts';
import { png } from '@atrium/pages/samples.factory';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { deliverMail, keepMailboxes } from './delivering.service.ts';

let world: LibraryWorld;
beforeAll(async () => {
  world = await libraryWorld();
});
afterAll(() => world.close());
const box = (actor: UserActor) => world.api(actor).mailbox;
const at = (id: string) => ({ params: { id } });
async function pair() {
  const { actor: writer } = await buildOwner(world);
  const { actor } = await buildActor(world, { accountId: writer.accountId, role: 'member' });
  return { writer, reader: { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'member', permissions: [] }) } };
}
const attach = async ({ accountId, userId: ownerId }: UserActor) =>
  addFileOfConversation(world.ctx(), { accountId, ownerId, name: 'lab.png', content: await png(8, 8) });
const mailTo = (reader: UserActor, files: string[], revision = 0) => ({
  recipients: [reader.userId],
  ...{ subject: 'Lab', text: 'On Monday', files, revision },
});
const isKept = async (id: string) => (await filesLeft(world, [id])).length > 0;
/** The mail is in both mailboxes, with the file. */
async function delivered({ writer, reader }: Awaited<ReturnType<typeof pair>>) {
  const [id, file] = [newId(), await attach(writer)];
  await box(writer).save({ ...at(id), body: mailTo(reader, [file]) });
  await box(writer).send({ ...at(id), body: { revision: 1 } });
  world.clock.advance((mailLimits.undoSeconds + 1) * 1_000);
  await deliverMail(world.ctx(), id);
  const [copy] = (await box(reader).list({ query: { kind: 'people' } })).items;
  return { id, file, copy: copy?.id ?? '' };
}
async function emptyBin(who: UserActor, id: string) {
  await box(who).mark({ body: { ids: [id], mark: 'bin' } });
  world.clock.advance((mailLimits.binDays + 1) * 86_400_000);
  await keepMailboxes(world.ctx());
}

test('a file goes when it is taken off a draft, and with a draft that is discarded', async () => {
  const { writer, reader } = await pair();
  const [id, off, last] = [newId(), await attach(writer), await attach(writer)];
  await box(writer).save({ ...at(id), body: mailTo(reader, [off, last]) });
  await box(writer).save({ ...at(id), body: mailTo(reader, [last], 1) });
  expect([await isKept(off), await isKept(last)]).toEqual([false, true]);
  await box(writer).discard(at(id));
  expect(await isKept(last)).toBe(false);
});

test('the file of a sent mail goes with the last copy of the mail', async () => {
  const people = await pair();
  const { id, file, copy } = await delivered(people);
  await emptyBin(people.writer, id);
  expect(await isKept(file)).toBe(true);
  await emptyBin(people.reader, copy);
  expect(await isKept(file)).toBe(false);
});

test('nobody attaches a file of a mail of somebody else by naming that mail as their draft', async () => {
  const { writer, reader } = await pair();
  const [id, file] = [newId(), await attach(writer)];
  await box(writer).save({ ...at(id), body: mailTo(reader, [file]) });
  expect((await failureOf(box(reader).save({ ...at(id), body: mailTo(writer, [file]) }))).code).toBe('file_unknown');
});
