import { afterEach, beforeEach, expect, test } from 'vitest';
import { readXml } from '@atrium/bbb/xml';
import { childText, person, testEngine, topicCommand } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';
import { ASK_AGAIN_MS, presenterTopic } from '#topics/presenter/presenter.topic.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const presenting = (command: object) => topicCommand('presenter', command);
const current = () => presenterTopic.state.parse(engine.engine.meetings.get('room')?.topics.get('presenter')?.state());
const rightsOf = ({ userId }: Person) => [...(engine.engine.seats.get(userId)?.rights ?? [])];

beforeEach(async () => {
  engine = await testEngine();
  await engine.call('create', { name: 'Room', meetingID: 'room' });
  bob = await person(engine, { meetingID: 'room', fullName: 'Bob', userID: 'bob' });
  ada = await person(engine, { meetingID: 'room', fullName: 'Ada', userID: 'ada', role: 'MODERATOR' });
});
afterEach(() => engine.stop());

async function presentersByApi(): Promise<string[]> {
  const { text } = await engine.call('getMeetingInfo', { meetingID: 'room' });
  const people = readXml(text)?.children.find(({ name }) => name === 'attendees')?.children ?? [];
  return people.filter((one) => childText(one, 'isPresenter') === 'true').map((one) => childText(one, 'userID'));
}

test('the first moderator presents, and their page knows with the welcome', async () => {
  expect(ada.welcome.rights).toContain('present');
  expect(await ada.hears('topic-state', ({ topic }) => topic === 'presenter')).toMatchObject({
    state: { presenter: ada.userId },
  });
  expect(await presentersByApi()).toEqual(['ada']);
  const cleo = await person(engine, { meetingID: 'room', fullName: 'Cleo', role: 'MODERATOR' });
  expect(cleo.welcome.rights).not.toContain('present');
});

test('a moderator hands it over and takes it back, and there is one at each moment', async () => {
  expect(await ada.ask(presenting({ do: 'give', member: bob.userId }))).toMatchObject({ t: 'ok' });
  expect((await bob.hears('rights')).rights).toContain('present');
  expect(await presentersByApi()).toEqual(['bob']);
  await ada.ask(presenting({ do: 'take' }));
  expect((await bob.hears('rights', ({ rights }) => !rights.includes('present'))).rights).toContain('share');
  expect(await presentersByApi()).toEqual(['ada']);
});

test('who presents can stop, and another moderator takes over where there is one; nobody stops for somebody else', async () => {
  await ada.ask(presenting({ do: 'give', member: bob.userId }));
  await ada.ask(presenting({ do: 'stop' }));
  expect(current().presenter).toBe(bob.userId);
  await bob.ask(presenting({ do: 'stop' }));
  expect(current().presenter).toBe(ada.userId);
  await ada.ask(presenting({ do: 'stop' }));
  expect(current().presenter).toBeNull();
  expect(rightsOf(ada)).not.toContain('present');
});

test('two moderators who give it at once leave one presenter, the same for everybody', async () => {
  const cleo = await person(engine, { meetingID: 'room', fullName: 'Cleo', userID: 'cleo', role: 'MODERATOR' });
  await Promise.all([ada.ask(presenting({ do: 'give', member: bob.userId })), cleo.ask(presenting({ do: 'take' }))]);
  const [presenter] = await presentersByApi();
  expect(await presentersByApi()).toHaveLength(1);
  expect([ada, bob, cleo].filter((one) => rightsOf(one).includes('present'))).toHaveLength(1);
  expect(['bob', 'cleo']).toContain(presenter);
});

test('a viewer asks, reads "not now" and asks again after a minute; the moderator then says yes', async () => {
  await bob.ask(presenting({ do: 'request' }));
  await bob.ask(presenting({ do: 'request' }));
  expect(current().requests).toEqual([bob.userId]);
  await ada.ask(presenting({ do: 'decline', member: bob.userId }));
  await bob.hears('topic-event', ({ event }) => presenterTopic.event.parse(event).is === 'declined');
  expect(await bob.ask(presenting({ do: 'request' }))).toMatchObject({ t: 'error', code: 'too-fast' });
  engine.pass(ASK_AGAIN_MS + 1);
  expect(await bob.ask(presenting({ do: 'request' }))).toMatchObject({ t: 'ok' });
  await ada.ask(presenting({ do: 'give', member: bob.userId }));
  expect(current()).toEqual({ presenter: bob.userId, requests: [], declined: {} });
});

test('commands without the right, about nobody, or that are none are refused, and nobody hears of them', async () => {
  const refused = async (who: Person, command: object, code: string) =>
    expect(await who.ask(presenting(command))).toMatchObject({ t: 'error', code });
  await refused(bob, { do: 'take' }, 'not-allowed');
  await refused(bob, { do: 'give', member: bob.userId }, 'not-allowed');
  await refused(bob, { do: 'decline', member: ada.userId }, 'not-allowed');
  await refused(ada, { do: 'give', member: 'nobody' }, 'unknown-member');
  await refused(ada, { do: 'give', member: 'x'.repeat(300) }, 'bad-message');
  await refused(bob, { do: 'assigned', member: bob.userId }, 'bad-message');
  expect(ada.heard.some((one) => one.t === 'topic-event' && one.topic === 'presenter')).toBe(false);
});

test('somebody who waits in the lobby is not made presenter', async () => {
  await engine.call('create', { name: 'Waiting', meetingID: 'wait', guestPolicy: 'ASK_MODERATOR' });
  const host = await person(engine, { meetingID: 'wait', fullName: 'Host', role: 'MODERATOR' });
  const gus = await person(engine, { meetingID: 'wait', fullName: 'Gus', guest: 'true' });
  expect(gus.welcome.rights).toEqual([]);
  expect(await gus.ask(presenting({ do: 'request' }))).toMatchObject({ code: 'waiting' });
  expect(await host.ask(presenting({ do: 'give', member: gus.userId }))).toMatchObject({ code: 'unknown-member' });
});

test('when the presenter leaves, the moderator who is there presents; without one the next moderator does', async () => {
  await ada.ask(presenting({ do: 'give', member: bob.userId }));
  bob.say({ t: 'leave' });
  await bob.closed;
  expect(await presentersByApi()).toEqual(['ada']);
  const cy = await person(engine, { meetingID: 'room', fullName: 'Cy', userID: 'cy' });
  ada.say({ t: 'leave' });
  await ada.closed;
  expect(await presentersByApi()).toEqual([]);
  const dora = await person(engine, { meetingID: 'room', fullName: 'Dora', userID: 'dora', role: 'MODERATOR' });
  expect(await presentersByApi()).toEqual(['dora']);
  await dora.ask({ t: 'moderate', action: 'make-moderator', member: cy.userId });
  expect(await presentersByApi()).toEqual(['dora']);
});

test('a request ends with its person', async () => {
  await bob.ask(presenting({ do: 'request' }));
  bob.say({ t: 'leave' });
  await bob.closed;
  expect(current().requests).toEqual([]);
});
