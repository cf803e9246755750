import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerMessage } from '#protocol/messages.ts';
import { analyticsOf } from '#server/statistics.ts';
import { greet, person, saying, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Browser, Person, TestEngine } from '#server/engine.factory.ts';
import { type ChatMessage, chatTopic } from '#topics/chat/chat.topic.ts';

let engine: TestEngine;
let ada: Person;
let ben: Person;
let cleo: Person;

const meet = async (params: Record<string, string> = {}) => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', role: 'MODERATOR' });
  ben = await person(engine, { meetingID: 'room', fullName: 'Ben', userID: 'b-1' });
  cleo = await person(engine, { meetingID: 'room', fullName: 'Cleo' });
};
beforeEach(async () => {
  engine = await testEngine({ allowPrivateCallbacks: true });
});
afterEach(() => engine.stop());

const chat = (command: object) => topicCommand('chat', command);
const whisper = (from: Person, to: Person, text: string) => from.ask(chat({ do: 'say-privately', to: to.userId, text }));
const stateOf = () => chatTopic.state.parse(engine.engine.meetings.get('room')?.topics.get('chat')?.state());
const said = (text: string): ChatMessage => {
  const found = stateOf().find((one) => one.text === text);
  if (found === undefined) throw new Error(`"${text}" was not said`);
  return found;
};
const ofChat = ({ heard }: Browser): ServerMessage[] =>
  heard.filter((one) => (one.t === 'topic-event' || one.t === 'topic-state') && one.topic === 'chat');
const comesBack = (who: Person, rev: number) =>
  greet(engine, { token: who.token, resume: who.welcome.seat, topics: { chat: { v: 1, rev } } });
const loses = async (who: Person) => {
  who.socket.terminate();
  await ada.hears('member', ({ member }) => member.id === who.userId && member.state === 'away');
};

test('a private message reaches its two people and nobody else: not hosts, late comers, hooks or statistics', async () => {
  await meet();
  await engine.call('hooks/create', { callbackURL: 'http://127.0.0.1:9/hook' });
  expect(await whisper(ben, cleo, 'between-us')).toMatchObject({ t: 'ok' });
  expect(await cleo.hears('topic-event')).toMatchObject({ by: ben.userId, event: { to: { id: cleo.userId, name: 'Cleo' } } });
  await whisper(cleo, ben, 'answer-between-us');
  expect((await ada.ask(saying('hello-everybody'))).t).toBe('ok');
  const late = await person(engine, { meetingID: 'room', fullName: 'Late', role: 'MODERATOR' });
  expect(await late.hears('topic-state', ({ topic }) => topic === 'chat')).toMatchObject({
    state: [{ text: 'hello-everybody' }],
  });
  for (const other of [ada, late]) expect(JSON.stringify(other.heard)).not.toContain('between-us');
  const meeting = engine.engine.meetings.get('room');
  const told = meeting && analyticsOf(meeting, Date.now());
  expect(told?.attendees.find(({ extUserId }) => extUserId === 'b-1')?.engagement.chats).toBe(0);
  const sent = JSON.stringify([...engine.engine.deliveries.values()]);
  expect(sent).toContain('hello-everybody');
  expect(sent).not.toContain('between-us');
});

test('a page that lost its socket hears what it missed of its own conversations only', async () => {
  await meet();
  await whisper(ben, ada, 'first');
  await loses(cleo);
  await whisper(ben, ada, 'a secret');
  await whisper(ada, cleo, 'for Cleo');
  await ada.ask(saying('for all'));
  const back = await comesBack(cleo, 0);
  await back.hears('topic-event', ({ rev }) => rev === 4);
  expect(ofChat(back)).toMatchObject([
    { t: 'topic-event', rev: 3, event: { text: 'for Cleo' } },
    { t: 'topic-event', rev: 4, event: { text: 'for all' } },
  ]);
});

test('a deleted text is nowhere any more: not in the state, and not for a page that missed that it was said', async () => {
  await meet();
  await loses(cleo);
  await ben.ask(saying('a slip of the tongue'));
  await ada.ask(chat({ do: 'delete', id: said('a slip of the tongue').id }));
  await ada.hears('topic-event', ({ rev }) => rev === 2);
  expect(stateOf()).toMatchObject([{ from: ben.userId, text: '', deleted: 'by-host' }]);
  const back = await comesBack(cleo, 0);
  expect(await back.hears('topic-state')).toMatchObject({ rev: 2, state: [{ text: '', deleted: 'by-host' }] });
  expect(JSON.stringify([back.heard, ...(engine.engine.meetings.get('room')?.topics.get('chat')?.saved() ?? [])])).not.toContain(
    'tongue',
  );
});

test('people edit and delete what they wrote, hosts delete what anybody wrote to all, and nobody else does', async () => {
  await meet();
  await ben.ask(saying('hallo'));
  const { id } = said('hallo');
  for (const command of [
    { do: 'edit', id, text: 'forged' },
    { do: 'delete', id },
    { do: 'edit', id: 'unknown', text: 'x' },
  ])
    expect(await cleo.ask(chat(command))).toMatchObject({ code: 'not-allowed' });
  expect(await ada.ask(chat({ do: 'edit', id, text: 'forged' }))).toMatchObject({ code: 'not-allowed' });
  expect(await ben.ask(chat({ do: 'edit', id, text: ' \u0007 ' }))).toMatchObject({ code: 'bad-message' });
  expect(await ben.ask(chat({ do: 'edit', id, text: 'hello' }))).toMatchObject({ t: 'ok' });
  expect(stateOf()).toMatchObject([{ text: 'hello', edited: true }]);
  expect(await ben.ask(chat({ do: 'delete', id }))).toMatchObject({ t: 'ok' });
  expect(await ben.ask(chat({ do: 'edit', id, text: 'back again' }))).toMatchObject({ code: 'not-allowed' });
  expect(stateOf()).toMatchObject([{ text: '', deleted: 'by-writer' }]);
  await whisper(ben, cleo, 'private');
  expect(await ada.ask(chat({ do: 'delete', id: said('private').id }))).toMatchObject({ code: 'not-allowed' });
  await engine.call('sendChatMessage', { meetingID: 'room', message: 'by a program', userName: 'School' });
  expect(await ada.ask(chat({ do: 'delete', id: said('by a program').id }))).toMatchObject({ t: 'ok' });
});

test('an answer stays in its conversation', async () => {
  await meet();
  await whisper(ben, cleo, 'a secret');
  await ada.ask(saying('a question'));
  const [secret, question] = [said('a secret').id, said('a question').id];
  await ben.ask(chat({ do: 'say', text: 'answer', replyTo: question }));
  await ben.ask(chat({ do: 'say', text: 'leak', replyTo: secret }));
  await cleo.ask(chat({ do: 'say-privately', to: ben.userId, text: 'inside', replyTo: secret }));
  expect([said('answer').replyTo, said('leak').replyTo, said('inside').replyTo]).toEqual([question, undefined, secret]);
});

test('nobody writes privately to themselves, to somebody who left or waits, or to somebody whom they do not see', async () => {
  await meet({ guestPolicy: 'ASK_MODERATOR', lockSettingsHideUserList: 'true' });
  const guest = await person(engine, { meetingID: 'room', fullName: 'Gerd', guest: 'true' });
  for (const to of [ben, guest, cleo]) expect(await whisper(ben, to, 'psst')).toMatchObject({ code: 'unknown-member' });
  expect(await whisper(guest, ada, 'psst')).toMatchObject({ t: 'error' });
  expect(await whisper(ben, ada, 'a question')).toMatchObject({ t: 'ok' });
  expect(await whisper(ada, ben, 'an answer')).toMatchObject({ t: 'ok' });
  ada.say({ t: 'leave' });
  await expect.poll(() => engine.engine.seats.has(ada.userId)).toBe(false);
  expect(await whisper(ben, ada, 'still there?')).toMatchObject({ code: 'unknown-member' });
});

test('where private chat is locked, viewers can write to hosts only', async () => {
  await meet({ lockSettingsDisablePrivateChat: 'true' });
  expect(await whisper(ben, cleo, 'psst')).toMatchObject({ code: 'locked' });
  expect(await whisper(ben, ada, 'a question')).toMatchObject({ t: 'ok' });
  expect(await whisper(ada, ben, 'an answer')).toMatchObject({ t: 'ok' });
});

test('a lock of the chat holds for edits, and a message can still be taken back', async () => {
  await meet();
  await ben.ask(saying('before'));
  await ada.ask(topicCommand('locks', { do: 'set', locks: { chat: true } }));
  await ben.hears('rights');
  expect(await ben.ask(chat({ do: 'edit', id: said('before').id, text: 'after' }))).toMatchObject({ code: 'locked' });
  expect(await ben.ask(chat({ do: 'delete', id: said('before').id }))).toMatchObject({ t: 'ok' });
});

test('what a program took out of the chat is refused', async () => {
  await meet({ disabledFeatures: 'privateChat,editChatMessage,deleteChatMessage,replyChatMessage' });
  await ben.ask(saying('hello'));
  const { id } = said('hello');
  expect(await whisper(ben, ada, 'psst')).toMatchObject({ code: 'locked' });
  expect(await ben.ask(chat({ do: 'edit', id, text: 'x' }))).toMatchObject({ code: 'locked' });
  for (const who of [ben, ada]) expect(await who.ask(chat({ do: 'delete', id }))).toMatchObject({ code: 'locked' });
  await ada.ask(chat({ do: 'say', text: 'no quote', replyTo: id }));
  expect(said('no quote').replyTo).toBeUndefined();
  expect(ben.welcome.meeting.off).toEqual(['privateChat', 'editChatMessage', 'deleteChatMessage', 'replyChatMessage']);
});
