/** Formatted messages in chat, tickets and tasks: the server derives text and mentions, and refuses what is not declared. */
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import { newId } from '#kit/server/ids.ts';
import { buildTicket, openAlways } from '#talk/tickets/server/tickets.factory.ts';
import { buildOperator, buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildGroup } from './chat.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const at = (id: string) => ({ params: { id } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const boldDoc = (text: string): MessageDoc => ({
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] }],
});
const mentionDoc = (id: string): MessageDoc => ({
  version: 1,
  content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: 'The director' } }] }],
});
const unsafe = {
  version: 1,
  content: [
    {
      type: 'paragraph',
      content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
    },
  ],
};

test('chat keeps the document, finds its words and counts its mentions', async () => {
  const { ana, ben, boss, id } = await buildGroup(world);
  const chat = world.api(ana).chat;
  const send = (doc: unknown) => chat.send({ ...at(id), body: { text: 'ignored', doc, key: newId() } });
  const { text, doc, number } = await send(boldDoc('zeppelin'));
  expect({ text, doc }).toEqual({ text: 'zeppelin', doc: boldDoc('zeppelin') });
  expect((await world.api(boss).chat.search({ query: { search: 'zeppelin' } })).items).toHaveLength(1);
  // the name is the account's, whatever was sent
  const mentioned = await send(mentionDoc(ben.userId));
  expect(mentioned.text).toBe(`@${ben.name}`);
  const renamed = { params: { id, number: mentioned.number }, body: { text: 'x', doc: mentionDoc(ben.userId) } };
  expect((await chat.edit(renamed)).text).toBe(`@${ben.name}`);
  expect(await world.api(ben).chat.unread()).toMatchObject({ mentions: 1 });
  expect(await codeOf(send(mentionDoc((await buildOwner(world)).actor.userId)))).toBe('mention_unknown');
  expect(await codeOf(send(unsafe))).toBe('invalid_input');
  expect(await codeOf(send(boldDoc('x'.repeat(4_001))))).toBe('invalid_input');
  const place = { params: { id, number } };
  expect(await chat.edit({ ...place, body: { text: 'plain now' } })).toMatchObject({ text: 'plain now', doc: null });
  expect((await world.api(boss).chat.search({ query: { search: 'zeppelin' } })).items).toHaveLength(0);
  await chat.edit({ ...place, body: { text: 'x', doc: boldDoc('again') } });
  expect(await chat.remove(place)).toMatchObject({ text: '', doc: null });
});

test('tickets keep the documents of answers and notes; only staff sees those of notes', async () => {
  const operator = (await buildOperator(world)).actor;
  await openAlways(world.ctx(operator));
  const customer = (await buildOwner(world)).actor;
  const id = await buildTicket(world.ctx(customer));
  const desk = world.api(operator).tickets;
  await desk.note({ ...at(id), body: { text: 'x', doc: boldDoc('for staff') } });
  const { lastMessageId: after } = await desk.get(at(id));
  const { entries } = await desk.answer({ ...at(id), body: { text: 'x', doc: boldDoc('for you'), after } });
  const written = entries.flatMap((entry) => (entry.kind === 'step' ? [] : [{ text: entry.text, doc: entry.doc }]));
  expect(written).toContainEqual({ text: 'for staff', doc: boldDoc('for staff') });
  const mine = await world.api(customer).issues.reply({ ...at(id), body: { text: 'x', doc: boldDoc('thanks') } });
  expect(mine.last).toBe('thanks');
  expect(JSON.stringify(mine)).not.toContain('for staff');
  expect(JSON.stringify(mine)).toContain('for you');
  // nobody is mentioned in a ticket: what looks like it is plain text
  await world.api(customer).issues.reply({ ...at(id), body: { text: 'x', doc: mentionDoc(operator.userId) } });
  const seen = JSON.stringify(await desk.get(at(id)));
  expect(seen).toContain('@The director');
  expect(seen).not.toContain('"mention"');
  expect(await codeOf(world.api(customer).issues.reply({ ...at(id), body: { text: 'x', doc: unsafe } }))).toBe('invalid_input');
});
