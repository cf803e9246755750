/** An installation whose master key was lost: the same database under another key. */
import { signQuery } from '@atrium/bbb/checksum';
import { expect, test } from 'vitest';
import type { Ctx } from '#kit/server/ctx.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { newestSecret, rotateNewest } from '#connect/endpoint/server/secrets.service.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { edit } from '#meet/servers/server/edit.service.ts';
import { importText } from '#meet/servers/server/import.service.ts';
import { buildOperator, buildPooled } from '#meet/servers/server/servers.factory.ts';
import { askServer, clientFor, serverOf } from '#meet/servers/server/servers.service.ts';
import { commands } from '#app/cli/admin-commands.ts';
import { buildCustomer, buildStreet, keyOf, rawRequest, textIn } from '#app/proof/endpoint/endpoint-door.factory.ts';
import { add as addWebhook } from '#connect/webhooks/server/webhooks.service.ts';
import { prepareKey, startSigning } from '#core/outbox/server/dkim.service.ts';
import { mailServer } from '#core/outbox/server/mail-server.service.ts';
import { updatePlatform } from '#core/platform/server/platform.service.ts';
import { buildAccountOwner, whole } from '#operate/ownership/server/ownership.factory.ts';
import { serverNeighbours as neighbours } from '#app/server-neighbours.ts';
import { type World, worldForThisTest } from './testing.ts';

async function stage() {
  const world = await worldForThisTest();
  const operator = await buildOperator(world);
  const { fake, server } = await buildPooled(world, operator);
  const key = newMasterKey();
  const secrets = createSecrets(key);
  const lost = (ctx: Ctx): Ctx => ({ ...ctx, secrets });
  return { world, fake, server, key, secrets, system: lost(world.ctx()), asOperator: lost(world.ctx(operator)) };
}

const run = (world: World, ctx: Ctx, [noun, verb, account]: [noun: string, verb: string, account?: string]) => {
  const command = commands.find((one) => one.noun === noun && one.verb === verb);
  if (command === undefined) throw new Error('there is no such command');
  return command.run({ config: world.parts.config, given: account === undefined ? {} : { account }, ownerUrl: '', ctx });
};

async function mustBe(ctx: Ctx, id: string) {
  const row = await serverOf(ctx, id);
  if (row === null) throw new Error('no server');
  return row;
}

test('a server whose secret is lost leaves the pool, and entering the secret again brings it back', async () => {
  const { fake, server, system, asOperator } = await stage();
  expect(await askServer(system, await mustBe(system, server.id))).toEqual({ failed: 'secret_lost' });
  await pollServers(system);
  const ill = await mustBe(system, server.id);
  expect(ill).toMatchObject({ health: 'degraded', healthReason: 'secret_lost' });
  const change = { revision: ill.revision, secret: fake.secret };
  expect(await edit(asOperator, { id: server.id, change }, neighbours)).toMatchObject({ health: 'healthy', healthReason: null });
  expect(await clientFor(system, await mustBe(system, server.id)).getMeetings()).toMatchObject({ ok: true });
});

test('a list with secrets brings servers back as well', async () => {
  const { fake, server, system, asOperator } = await stage();
  const text = `servers:\n  bbb1:\n    url: ${fake.url}/api\n    secret: ${fake.secret}\n`;
  expect(await importText(asOperator, { text, mode: 'write' })).toMatchObject({
    mode: 'written',
    changed: [{ name: 'bbb1', fields: ['secret'] }],
  });
  expect(await askServer(system, await mustBe(system, server.id))).toMatchObject({ meetings: [] });
});

test('an endpoint whose secret is lost refuses calls, and works with the secret of a rotation', async () => {
  const { world, secrets, system } = await stage();
  const street = await buildStreet({ ...world, parts: { ...world.parts, secrets } });
  const customer = await buildCustomer(street);
  const { accountId } = customer.owner;
  const ask = (secret: string) =>
    rawRequest(
      street.port,
      `/e/${customer.key}/bigbluebutton/api/getMeetings?${signQuery({ call: 'getMeetings', query: '', secret, hash: 'sha256' })}`,
    );
  expect(keyOf(await ask(customer.secret))).toBe('checksumError');
  await expect(newestSecret(system, accountId)).rejects.toThrow();
  await expect(run(world, system, ['endpoint', 'show', accountId])).rejects.toThrow(
    `Make a new one: npm run admin -- endpoint rotate --account ${accountId}`,
  );
  const { secret } = await rotateNewest(system, accountId);
  await expect.poll(async () => textIn(await ask(secret), 'returncode')).toBe('SUCCESS');
});

test('sealing again counts what no key opens and goes on with the others', async () => {
  const { world, fake, server, key, system, asOperator } = await stage();
  const first = await run(world, system, ['key', 'reseal']);
  expect(first.json).toEqual({
    resealed: 0,
    lost: { servers: ['bbb1'], endpoints: 1, apps: 0, webhooks: 0, settings: 0, platforms: 0 },
  });
  const { revision } = await mustBe(system, server.id);
  await edit(asOperator, { id: server.id, change: { revision, secret: fake.secret } }, neighbours);
  const rotated = { ...system, secrets: createSecrets(`${newMasterKey()},${key}`) };
  const after = await run(world, rotated, ['key', 'reseal']);
  expect(after.json).toEqual({
    resealed: 1,
    lost: { servers: [], endpoints: 1, apps: 0, webhooks: 0, settings: 0, platforms: 0 },
  });
  expect(after.text).toContain('Secrets of endpoints that are lost with their key: 1.');
  expect(rotated.secrets.stale((await mustBe(system, server.id)).secretSealed)).toBe(false);
});

test('the mail password, the signing key and webhooks go over to the new key, and one that is lost is counted', async () => {
  const { world, key, system } = await stage();
  const mail = { host: 'smtp.meet.example', port: 587, security: 'starttls' as const, user: 'atrium', from: 'a@meet.example' };
  const askProof = () => Promise.reject(new Error('nobody asks the system for one'));
  await updatePlatform(system, { mail: { ...mail, password: 'a long password', version: 0 } }, askProof);
  await prepareKey(system, { version: 0, askProof });
  await startSigning(system, { version: 1, askProof });
  const asOwner = { ...world.ctx(whole(await buildAccountOwner(world))), secrets: system.secrets };
  await addWebhook(asOwner, { name: 'Hook', url: 'http://localhost:1/', events: [] });
  const next = newMasterKey();
  expect((await run(world, { ...system, secrets: createSecrets(`${next},${key}`) }, ['key', 'reseal'])).json).toMatchObject({
    resealed: 3,
    lost: { webhooks: 0, settings: 0 },
  });
  // the older key is gone
  const after = { ...system, secrets: createSecrets(next) };
  expect(await mailServer(after)).toMatchObject({
    transport: { auth: { pass: 'a long password' }, dkim: { domainName: 'meet.example' } },
  });
  const elsewhere = { ...system, secrets: createSecrets(newMasterKey()) };
  expect((await run(world, elsewhere, ['key', 'reseal'])).json).toMatchObject({
    resealed: 0,
    lost: { webhooks: 1, settings: 2 },
  });
});
