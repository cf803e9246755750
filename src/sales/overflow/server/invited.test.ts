/** Invitations that are accepted when people of the account rest already: the new person rests as the newest, and reads why. */
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { readMails, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { Failure } from '#kit/errors.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { buildCrowded, daysLater, holdLimits, restingPeople } from './overflow.factory.ts';

const refusalOf = (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => {
      throw new Error('nothing was refused');
    },
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );

/** Two owners and three people, of whom a later plan allows three together, and an invitation that is open all the while; `days` after the smaller plan. */
async function invited(email: string, days: number) {
  const world = await worldForThisTest();
  const at = await buildCrowded(world, { people: 3 });
  // inviting needs a fresh proof of identity
  const { actor } = await buildActor(world, { accountId: at.owner.accountId, role: 'owner', password: form.password });
  await world.api(actor).safety.prove({ body: { password: form.password } });
  const { iam } = world.api({ ...actor, scope: at.owner.scope });
  const { id } = await iam.invite({ body: { email, preset: 'member' } });
  await holdLimits(world, at.owner.accountId, { people: 3 });
  for (let left = days; left > 0; left -= 5) {
    await iam.resend({ params: { id } }).catch(() => null);
    await daysLater(world, Math.min(left, 5));
  }
  return { ...at, world, id };
}
const tokenTo = async (world: World, email: string) =>
  tokenIn((await readMails(world)).findLast((mail) => mail.recipient === email));
const form = {
  name: 'Nia',
  organisation: 'x',
  password: 'Tall-Harbour-92-lantern',
  locale: 'de',
  timeZone: 'Europe/Berlin',
  terms: true,
} as const;
const words = {
  code: 'limit_reached',
  data: { limit: 'people', rests: true, text: expect.stringContaining('Nothing is lost') },
};

test('somebody new registers, rests and reads it; once there is room they are in', async () => {
  const email = `new-${crypto.randomUUID()}@example.org`;
  const at = await invited(email, 15);
  const { world, owner } = at;
  expect(await restingPeople(world, at)).toEqual([1, 2]);
  const { identity } = world.api({ kind: 'nobody' });
  const token = await tokenTo(world, email);
  expect(await refusalOf(identity.register({ body: { ...form, token } }))).toMatchObject(words);
  // what they did is not undone
  expect(await refusalOf(identity.register({ body: { ...form, token } }))).toMatchObject({ code: 'link_used' });
  const member = async () => (await world.api(owner).iam.members()).items.find((one) => one.email === email);
  expect((await member())?.state).toBe('resting');
  await world.runJobs();
  expect((await member())?.state).toBe('resting');
  await holdLimits(world, owner.accountId, { people: 9 });
  expect((await member())?.state).toBe('active');
});

test('who has another account here reads it where they accept', async () => {
  const person = { email: `known-${crypto.randomUUID()}@example.org` };
  const at = await invited(person.email, 15);
  const { world, id } = at;
  const actor = await buildPerson(world, person);
  const { iam } = world.api(actor);
  const answer = { params: { id }, body: { answer: 'accept' as const } };
  expect(await refusalOf(iam.answerInvitation(answer))).toMatchObject(words);
  expect((await iam.myInvitations()).items).toEqual([]);
  expect((await world.api(at.owner).iam.members()).items.find((one) => one.email === person.email)?.state).toBe('resting');
});

test('before the day they come in as ever', async () => {
  const person = { email: `early-${crypto.randomUUID()}@example.org` };
  const { world, owner, id } = await invited(person.email, 5);
  const { iam } = world.api(await buildPerson(world, person));
  expect(await iam.answerInvitation({ params: { id }, body: { answer: 'accept' } })).toEqual({ accountId: owner.accountId });
});
