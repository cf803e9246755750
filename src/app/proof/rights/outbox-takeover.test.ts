/** A mail with a link that signs somebody in is no way to become that person, whatever the reader's role. */
import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { mailsTo, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { permissionsOf, staffRoleNames } from '#operate/admin/admin.rules.ts';
import { buildKeeper, codeOf } from '#operate/admin/server/admin.factory.ts';
import { testWorld, type World } from '#app/proof/testing.ts';

const everything = scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] });
const staffed = [
  ...staffRoleNames.map((role) => ({ role, scope: permissionsOf([role]) })),
  { role: 'every right', scope: everything },
];
const newPassword = 'seven-quiet-lanterns';

/** Refuses every recipient while `mood` says so. */
const mood = { refuse: false };
const taken: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onRcptTo: (_to, _session, done) => done(mood.refuse ? Object.assign(new Error('no such box'), { responseCode: 550 }) : null),
  onData: (stream, _session, done) => {
    void stream.toArray().then(async (parts: Buffer[]) => {
      taken.push(await PostalMime.parse(Buffer.concat(parts)));
      done();
    });
  },
});

const worlds: Partial<Record<'kept' | 'mailing', World & { close(): Promise<void> }>> = {};
beforeAll(async () => {
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  worlds.kept = await testWorld();
  worlds.mailing = await testWorld({ env: { SMTP_URL: url } });
});
afterAll(async () => {
  await Promise.all([worlds.kept?.close(), worlds.mailing?.close()]);
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
function worldOf(state: 'kept' | 'sent' | 'failed'): World {
  const world = worlds[state === 'kept' ? 'kept' : 'mailing'];
  if (world === undefined) throw new Error('the world was not made');
  return world;
}

/** Asks for a new password of somebody, as anybody can; returns the id of the mail. */
async function askReset(world: World, person: UserActor): Promise<string> {
  await world.api().identity.requestReset({ body: { email: person.email, challenge: await buildAnswer(world.ctx()) } });
  await world.runJobs();
  return (await mailsTo(world, person.email)).at(-1)?.id ?? '';
}

/** Sets a password with the first link in what was read, and signs in with it: how that ended. */
async function takeOver(world: World, owner: UserActor, read: string): Promise<string> {
  const token = /token=([\w-]+)/.exec(read)?.[1];
  if (token === undefined) return 'no link';
  await world.api().identity.updatePassword({ body: { token, password: newPassword } });
  const challenge = await buildAnswer(world.ctx());
  return codeOf(world.api().identity.login({ body: { email: owner.email, password: newPassword, challenge } }));
}

/** Every answer of the API that says anything of the mail. */
async function everyLook(world: World, token: string, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answers: { body: string }[] = [];
  for (const url of [`/api/outbox`, `/api/outbox/${id}`, '/api/audit?limit=100', '/api/notices', '/api/deliveries'])
    answers.push(await world.app.inject({ url, headers }));
  answers.push(await world.app.inject({ method: 'POST', url: `/api/outbox/${id}/text`, headers }));
  return answers.map(({ body }) => body).join('\n');
}

const looksAt = async (world: World, id: string, reader: UserActor) => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ action: string }>(
      sql`select action from audit_entries where subject_id = ${id} and actor_user_id = ${reader.userId} order by id`,
    );
  return rows.map(({ action }) => action);
};

describe.each(['kept', 'sent', 'failed'] as const)('a %s reset mail of the owner', (state) => {
  test.each(staffed)('is no way in for staff with $role', async ({ scope }) => {
    const world = worldOf(state);
    const owner = await buildKeeper(world);
    const staff = await buildKeeper(world, { accountId: owner.actor.accountId, scope });
    mood.refuse = state === 'failed';
    const id = await askReset(world, owner.actor);
    expect(await mailsTo(world, owner.actor.email)).toMatchObject([{ id, state }]);
    expect(await takeOver(world, owner.actor, await everyLook(world, staff.token, id))).toBe('no link');
    if (!scope.some((name) => name === 'outbox.view')) return;
    const { outbox } = world.api(staff.actor);
    const why = { kept: 'owner-only', sent: 'gone', failed: 'withheld' }[state];
    expect(await outbox.get({ params: { id } })).toMatchObject({ id, state, text: why });
    expect(await codeOf(outbox.text({ params: { id } }))).toBe(state === 'kept' ? 'owner_only' : 'text_closed');
    expect(await looksAt(world, id, staff.actor)).toEqual(['outbox.read', 'outbox.read']);
  });

  test('is opened by the owner alone: freshly proven, and only without a mail server', async () => {
    const world = worldOf(state);
    const owner = await buildKeeper(world);
    const unproven = await buildKeeper(world, { proof: 'none' });
    mood.refuse = state === 'failed';
    const id = await askReset(world, owner.actor);
    const text = (actor: UserActor) => world.api(actor).outbox.text({ params: { id } });
    expect(await codeOf(text(unproven.actor))).toBe(state === 'kept' ? 'proof_needed' : 'text_closed');
    const read = await everyLook(world, owner.token, id);
    expect(await takeOver(world, owner.actor, read)).toBe(state === 'kept' ? 'fine' : 'no link');
    expect(await looksAt(world, id, owner.actor)).toEqual(['outbox.read', ...(state === 'kept' ? ['outbox.text-read'] : [])]);
    // somebody who acts in the owner's name is not the owner
    const acting = { userId: unproven.actor.userId, name: 'x', reason: 'x', accountId: owner.actor.accountId };
    expect(await codeOf(text({ ...owner.actor, impersonator: acting }))).not.toBe('fine');
  });
});

test('a reset mail that failed is sent again by staff, who see nothing of it, and its link works', async () => {
  const world = worldOf('failed');
  const owner = await buildKeeper(world);
  const staff = await buildKeeper(world, { accountId: owner.actor.accountId, scope: permissionsOf(['support']) });
  mood.refuse = true;
  const id = await askReset(world, owner.actor);
  mood.refuse = false;
  const again = await world.api(staff.actor).outbox.retry({ params: { id } });
  expect(JSON.stringify(again)).not.toContain('token');
  await world.runJobs();
  expect(await mailsTo(world, owner.actor.email)).toMatchObject([{ id, state: 'sent', bodyText: null, bodyHtml: null }]);
  const mail = taken.findLast((one) => one.to?.some((to) => to.address === owner.actor.email));
  const token = tokenIn({ bodyText: mail?.text ?? null });
  expect(await codeOf(world.api().identity.updatePassword({ body: { token, password: newPassword } }))).toBe('fine');
});
