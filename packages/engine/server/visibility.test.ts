import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Member } from '#protocol/messages.ts';
import { person, testEngine } from '#server/engine.factory.ts';
import type { Person, TestEngine } from '#server/engine.factory.ts';

let engine: TestEngine;
let ada: Person;
let bob: Person;
const pub = (key: string) => ({ t: 'pub', key, source: key, sdp: 'offer' });
const join = (fullName: string, meetingID = 'room', role = 'VIEWER') => person(engine, { meetingID, fullName, role });
const meet = async (params: Record<string, string> = {}): Promise<void> => {
  await engine.call('create', { name: 'Room', meetingID: 'room', ...params });
  ada = await join('Ada', 'room', 'MODERATOR');
  bob = await join('Bob');
};

beforeEach(async () => {
  engine = await testEngine();
});
afterEach(() => engine.stop());

test('cameras for moderators only: viewers are neither told of other cameras nor shown them', async () => {
  await meet({ webcamsOnlyForModerator: 'true' });
  const cy = await join('Cy');
  await bob.ask(pub('cam'));
  await bob.ask(pub('mic'));
  await ada.hears('member', ({ member }) => member.id === bob.userId && member.sources.length === 2);
  expect(
    (await cy.hears('member', ({ member }) => member.id === bob.userId && member.sources.length > 0)).member.sources.map(
      ({ key }) => key,
    ),
  ).toEqual(['mic']);
  const see = engine.media.rule();
  const cam = { seat: bob.userId, key: 'cam' };
  expect([see(ada.userId, cam), see(cy.userId, cam), see(cy.userId, { seat: bob.userId, key: 'mic' })]).toEqual([
    true,
    false,
    true,
  ]);
});

test('who becomes moderator learns of the cameras of all, and forgets them again as viewer', async () => {
  await meet({ webcamsOnlyForModerator: 'true' });
  const cy = await join('Cy');
  await bob.ask(pub('cam'));
  const keys = async (count: number) => {
    const bobIn = (members: Member[]) => members.find(({ id, sources }) => id === bob.userId && sources.length === count);
    return bobIn((await cy.hears('members', ({ members }) => bobIn(members) !== undefined)).members);
  };
  await ada.ask({ t: 'moderate', action: 'make-moderator', member: cy.userId });
  expect((await keys(1))?.sources[0]?.key).toBe('cam');
  cy.heard.length = 0;
  await ada.ask({ t: 'moderate', action: 'make-viewer', member: cy.userId });
  expect((await keys(0))?.sources).toEqual([]);
});

test('people of one meeting never see those of another', async () => {
  await meet();
  await engine.call('create', { name: 'Other', meetingID: 'other' });
  const eve = await join('Eve', 'other', 'MODERATOR');
  await bob.ask(pub('cam'));
  expect(engine.media.rule()(eve.userId, { seat: bob.userId, key: 'cam' })).toBe(false);
  expect(await eve.ask({ t: 'moderate', action: 'remove', member: bob.userId })).toMatchObject({ code: 'unknown-member' });
});
