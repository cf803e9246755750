import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { codeOf, iamPeople, password } from './iam.factory.ts';
import { testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { findPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { readMails, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { login } from '#core/identity/server/sign-in/login.service.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

const { seen, apiOf, statusOf, owner, colleague } = iamPeople(world);
const signIn = async (name: string, secret: string) =>
  login(world.ctx({ kind: 'nobody' }), { email: name, password: secret, challenge: await buildAnswer(world.ctx()) });
const tokenOf = (path: string) => new URL(path, 'http://x').searchParams.get('token') ?? '';

describe('coming and going', () => {
  test('an invitation of somebody new: mail, registration into the account, with what was given', async () => {
    const boss = await owner();
    const email = `new-${newId()}@example.org`;
    const asked = await boss.api.iam.invite({ body: { email, name: 'Nia Obi', preset: 'viewer' } });
    expect(asked).toMatchObject({ kind: 'invitation', state: 'invited', preset: 'viewer' });
    expect(await codeOf(boss.api.iam.invite({ body: { email } }))).toBe('already_invited');
    const token = tokenIn((await readMails(world)).find((mail) => mail.recipient === email));
    // no mail leaves this installation, so the link is handed over
    expect(tokenOf(asked.link?.path ?? '')).toBe(token);
    const guest = world.api({ kind: 'nobody' });
    expect(await guest.identity.linkInfo({ body: { token } })).toMatchObject({
      ...{ kind: 'membership', email, invitee: 'Nia Obi' },
      inviter: (await findPerson(world.ctx().system.read, boss.actor.userId))?.name,
    });
    const form = {
      token,
      name: 'Nia',
      organisation: 'x',
      password,
      locale: 'de',
      timeZone: 'Europe/Berlin',
      terms: true,
    } as const;
    const signed = await guest.identity.register({ body: form });
    const actor = await seen(signed.token);
    const viewing = ['chat.use', 'mailbox.use', 'meetings.view', 'recordings.view', 'rooms.view', 'tasks.use'];
    expect([actor.accountId, actor.scope]).toEqual([boss.actor.accountId, viewing]);
    expect((await findPersonByEmail(world.ctx().system.read, email))?.emailVerifiedAt).toBeNull();
    expect(await codeOf(guest.identity.register({ body: form }))).toBe('link_used');
  });

  test('with a mail server the link goes to its address alone', async () => {
    const mailing = await worldForThisTest({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
    const boss = await iamPeople(mailing).owner();
    expect((await boss.api.iam.invite({ body: { email: 'new@example.org' } })).link).toBeNull();
  });

  test('one that was taken back opens nothing; one that ran out holds no place and can be sent again', async () => {
    const boss = await owner();
    const email = `late-${newId()}@example.org`;
    const asked = await boss.api.iam.invite({ body: { email } });
    expect(await codeOf(boss.api.iam.resend({ params: { id: asked.id } }))).toBe('too_many_requests');
    await boss.api.iam.revoke({ params: { id: asked.id } });
    const token = tokenIn((await readMails(world)).find((mail) => mail.recipient === email));
    const form = { token, name: 'N', organisation: 'x', password, locale: 'de', timeZone: 'Europe/Berlin', terms: true } as const;
    expect(await codeOf(world.api({ kind: 'nobody' }).identity.register({ body: form }))).toBe('link_used');
    expect((await boss.api.iam.members()).items.map((one) => one.email)).not.toContain(email);
  });

  test('who has another account here answers inside, and nobody answers for somebody else', async () => {
    const boss = await owner();
    const other = await buildActor(world, { kind: 'customer' });
    const stranger = await buildActor(world, { kind: 'customer' });
    const asked = await boss.api.iam.invite({ body: { email: other.actor.email, preset: 'member' } });
    expect(asked.link).toBeNull();
    const api = await apiOf(other.token);
    const { name: inviterName } = await world.api(boss.actor).identity.profile();
    expect((await api.iam.myInvitations()).items).toMatchObject([{ id: asked.id, inviterName }]);
    const mail = (await readMails(world)).find(({ recipient }) => recipient === other.actor.email);
    expect(mail?.bodyText).toContain(inviterName);
    const params = { id: asked.id };
    expect(await codeOf((await apiOf(stranger.token)).iam.answerInvitation({ params, body: { answer: 'accept' } }))).toBe(
      'not_found',
    );
    expect(await api.iam.answerInvitation({ params, body: { answer: 'accept' } })).toEqual({ accountId: boss.actor.accountId });
    await api.identity.switchAccount({ body: { accountId: boss.actor.accountId } });
    expect((await seen(other.token)).scope).toContain('rooms.create');
    expect(await codeOf(boss.api.iam.invite({ body: { email: other.actor.email } }))).toBe('already_member');
  });

  test('a sign-in with the account’s alias: first password by the link, then name and password', async () => {
    const boss = await owner();
    const alias = `school-${newId().slice(-8)}`;
    const body = { userName: 'ana', name: 'Ana' };
    expect(await codeOf(boss.api.iam.create({ body }))).toBe('alias_missing');
    await boss.api.iam.setAlias({ body: { alias } });
    const { member, firstSignIn } = await boss.api.iam.create({ body });
    expect(member).toMatchObject({ email: null, signInName: `${alias}/ana`, state: 'active' });
    expect(await codeOf(boss.api.iam.create({ body }))).toBe('name_taken');
    expect(await codeOf(signIn(`${alias}/ana`, password))).toBe('wrong_credentials');
    await world.api({ kind: 'nobody' }).identity.updatePassword({ body: { token: tokenOf(firstSignIn.path), password } });
    const { token } = await signIn(`${alias.toUpperCase()}/Ana`, password);
    expect((await seen(token)).accountId).toBe(boss.actor.accountId);
    await boss.api.iam.setAlias({ body: { alias: `${alias}-b` } });
    expect(await codeOf(signIn(`${alias}/ana`, password))).toBe('wrong_credentials');
    expect(await codeOf(signIn(`${alias}-b/ana`, password))).toBe('fine');
    // abuse row 2: a name that nobody has is answered like a wrong password
    expect(await codeOf(signIn(`${alias}-b/nobody`, password))).toBe('wrong_credentials');
  });

  test('of two who take the last place at once one is refused', async () => {
    const boss = await owner();
    await world.ctx().system.write(async (tx) => {
      const { sql } = await import('drizzle-orm');
      await tx.execute(sql`update accounts set entitlements = '{"people": 2}' where id = ${boss.actor.accountId}`);
    });
    const invite = (name: string) => codeOf(boss.api.iam.invite({ body: { email: `${name}-${newId()}@example.org` } }));
    expect((await Promise.all([invite('a'), invite('b'), invite('c')])).sort()).toEqual([
      'fine',
      'limit_reached',
      'limit_reached',
    ]);
    expect((await boss.api.iam.members()).seats).toEqual({ used: 2, max: 2 });
  });

  test('abuse row 18: suspended, removed, locked or past the end: out with the next request', async () => {
    const boss = await owner();
    const [a, b, c, d] = await Promise.all([0, 1, 2, 3].map(() => colleague(boss.actor.accountId, { preset: 'member' })));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('nobody');
    const of = (one: typeof a) => ({ params: { id: one.actor.userId } });
    for (const one of [a, b, c, d]) expect(await statusOf(one.token)).toBe(200);
    await boss.api.iam.suspend(of(a));
    await boss.api.iam.remove(of(b));
    const { member, firstSignIn } = await boss.api.iam.reset(of(c));
    await buildGrant(world, d.actor, { expiresAt: new Date(world.clock.now() - 1) });
    for (const one of [a, b, c, d]) expect(await statusOf(one.token)).toBe(401);
    expect([member.state, firstSignIn]).toEqual(['locked', null]);
    expect(await codeOf(signIn(c.actor.email, password))).toBe('account_suspended');
    await boss.api.iam.resume(of(a));
    expect(await codeOf(signIn(a.actor.email, password))).toBe('fine');
    expect(await codeOf(boss.api.iam.resume(of(b)))).toBe('not_found');
    expect((await boss.api.iam.members()).items.map((one) => one.state).sort()).toEqual(['active', 'active', 'ended', 'locked']);
  });
});
