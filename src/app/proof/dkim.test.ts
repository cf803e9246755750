/** Signatures of mails as a receiver judges them, with a verifier that is not ours. */
import { sql } from 'drizzle-orm';
import { dkimVerify } from 'mailauth';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import { mailServer } from '#core/outbox/server/mail-server.service.ts';
import type { SenderView } from '#core/outbox/outbox.contract.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { openMailServer } from '#publish/newsletter/server/mail-server.factory.ts';
import { testWorld } from './testing.ts';

const smtp = await openMailServer();
const world = await testWorld();
afterAll(async () => {
  await world.close();
  await smtp.close();
});
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const owned = (actor: UserActor, kind: 'operator' | 'customer'): UserActor => ({
  ...actor,
  scope: scopeFor({ accountKind: kind, role: 'owner', permissions: [] }),
});
const operator = owned((await buildActor(world, { kind: 'operator' })).actor, 'operator');
const { system } = world.parts.databases;
const setProof = (until: 'future' | 'past') =>
  system.write((tx) =>
    tx.execute(
      sql`update sessions set proven_until = now() + ${until === 'future' ? '1 day' : '-1 day'}::interval where id = ${operator.sessionId}::uuid`,
    ),
  );
const { outbox, platform } = world.api(operator);
async function setSender(from: string): Promise<void> {
  const { mail } = await platform.get();
  const port = Number(new URL(smtp.url).port);
  const body = { mail: { host: '127.0.0.1', port, security: 'none' as const, user: '', from, version: mail.version } };
  await platform.update({ body });
}
type KeyStep = 'prepareKey' | 'startSigning' | 'stopSigning';
const step = async (name: KeyStep): Promise<SenderView> => outbox[name]({ body: { version: (await outbox.sender()).version } });
const auditSelectors = async () =>
  (
    await system.read.execute(
      sql`select action, data->>'selector' as selector from audit_entries where action ~ '^outbox\\.(key|signing)' order by id`,
    )
  ).rows;

/** A mail of a newsletter, and what the mail server took. */
async function send(): Promise<string> {
  const ctx = world.ctx();
  const before = smtp.taken.length;
  const url = `https://meet.example/newsletter/unsubscribe?token=${'t'.repeat(200)}`;
  await ctx.system.write((tx) =>
    queueMails(ctx, tx, [
      {
        ...{
          template: 'newsletter',
          to: 'reader@example.org',
          locale: 'ar',
          subject: 'أخبار هذا الشهر من المدرسة ومن الفصول كلها',
        },
        ...{ text: 'نص\n.\nend', html: '<p>نص</p>', onceKey: null, about: '00000000-0000-7000-8000-000000000009' },
        headers: {
          'List-Unsubscribe': `<${url}>, <mailto:news@meet.example?subject=unsubscribe>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'List-Id': '<n1.meet.example>',
        },
      },
    ]),
  );
  await world.runJobs();
  expect(smtp.taken).toHaveLength(before + 1);
  return smtp.taken.at(-1)?.raw ?? '';
}
/** What a receiver says that finds these records in the DNS. */
async function judge(raw: string, { records }: SenderView) {
  const { results } = await dkimVerify(raw, {
    resolver: (name: string) => {
      const found = records.find((one) => one.name === name);
      if (found === undefined) return Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }));
      // a string of a TXT record holds at most 255 bytes
      return Promise.resolve([found.value.match(/.{1,255}/g) ?? []]);
    },
  });
  return results.map(({ signingDomain, selector, status, signingHeaders }) => ({
    from: signingDomain,
    selector,
    result: status.result,
    headers: (signingHeaders?.keys ?? '').toLowerCase().split(/:\s*/),
  }));
}
const unsigned = [expect.objectContaining({ result: 'none' })];

beforeEach(async () => {
  await setProof('future');
  await system.write((tx) => tx.execute(sql`delete from settings where key = 'outbox.dkim'`));
  await setSender('Atrium <news@meet.example>');
});

test('a prepared key signs nothing; once started, a receiver finds both unsubscription headers signed', async () => {
  const prepared = await step('prepareKey');
  expect(prepared).toMatchObject({ state: 'off', key: null, domain: 'meet.example', prepared: { domain: 'meet.example' } });
  expect(await judge(await send(), prepared)).toEqual(unsigned);

  const sender = await step('startSigning');
  expect(sender).toMatchObject({ state: 'signing', prepared: null, key: { selector: prepared.prepared?.selector } });
  const raw = await send();
  const [verdict] = await judge(raw, sender);
  expect(verdict).toMatchObject({ result: 'pass', from: 'meet.example', selector: sender.key?.selector });
  const wanted = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'auto-submitted'];
  expect(verdict?.headers).toEqual(expect.arrayContaining([...wanted, 'list-unsubscribe', 'list-unsubscribe-post', 'list-id']));

  for (const [what, changed] of [
    ['target', raw.replace('unsubscribe?token=', 'unsubscribe?tokem=')],
    ['post', raw.replace('=One-Click', '=Two-Click')],
    ['text', raw.replace(/(\r\n\r\n[\s\S]*)end/, '$1eno')],
  ]) {
    expect(changed, what).not.toBe(raw);
    expect(await judge(changed ?? '', sender), what).toMatchObject([{ result: expect.not.stringMatching('pass') }]);
  }
  expect((await step('stopSigning')).state).toBe('off');
  expect(await judge(await send(), sender)).toEqual(unsigned);
});

test('a test mail is signed, too', async () => {
  await step('prepareKey');
  const sender = await step('startSigning');
  expect(await outbox.test()).toMatchObject({ taken: true });
  expect(await judge(smtp.taken.at(-1)?.raw ?? '', sender)).toMatchObject([{ result: 'pass' }]);
});

test('while a new key is prepared the old one signs, until the new one takes over', async () => {
  await step('prepareKey');
  const first = await step('startSigning');
  const both = await step('prepareKey');
  expect(both.prepared?.selector).toBe(`${first.key?.selector}b`);
  expect(both.records.filter(({ kind }) => kind === 'dkim').map(({ why }) => why)).toEqual(['signing', 'prepared']);
  expect(await judge(await send(), both)).toMatchObject([{ result: 'pass', selector: first.key?.selector }]);
  const second = await step('startSigning');
  expect(await judge(await send(), second)).toMatchObject([{ result: 'pass', selector: both.prepared?.selector }]);
  expect(await auditSelectors()).toEqual(
    expect.arrayContaining([
      { action: 'outbox.key-prepared', selector: both.prepared?.selector },
      { action: 'outbox.signing-started', selector: both.prepared?.selector },
    ]),
  );
});

test('mails from another domain are not signed, and the sender says so', async () => {
  await step('prepareKey');
  const sender = await step('startSigning');
  await step('prepareKey');
  await setSender('Atrium <news@other.example>');
  expect(await judge(await send(), sender)).toEqual(unsigned);
  expect(await outbox.sender()).toMatchObject({
    state: 'other_domain',
    domain: 'other.example',
    key: { domain: 'meet.example' },
  });
  expect((await outbox.sender()).records.map(({ name }) => name)).toEqual(['_dmarc.other.example']);
  expect(await codeOf(step('startSigning'))).toBe('not_possible');
  await setSender('post@localhost');
  expect(await outbox.sender()).toMatchObject({ domain: null, records: [] });
  expect(await codeOf(step('prepareKey'))).toBe('not_possible');
});

test('a key whose master key is lost signs nothing and holds up no mail', async () => {
  await step('prepareKey');
  await step('startSigning');
  const lost = { ...world.ctx(), secrets: createSecrets(newMasterKey()) };
  expect((await mailServer(world.ctx()))?.transport.dkim).toBeDefined();
  expect((await mailServer(lost))?.transport).toMatchObject({ host: '127.0.0.1' });
  expect((await mailServer(lost))?.transport.dkim).toBeUndefined();
});

test('keys are the operator’s alone, ask for a proof, and are never shown', async () => {
  const { version } = await step('prepareKey');
  const customer = owned((await buildActor(world, { kind: 'customer' })).actor, 'customer');
  const names = ['prepareKey', 'startSigning', 'stopSigning'] as const;
  const codes = (api: ReturnType<typeof world.api>) =>
    Promise.all([api.outbox.sender(), ...names.map((name) => api.outbox[name]({ body: { version } }))].map(codeOf));
  expect(await codes(world.api())).toEqual(Array(4).fill('not_signed_in'));
  expect(await codes(world.api(customer))).toEqual(Array(4).fill('not_found'));
  expect(await codes(world.api({ ...operator, scope: [] }))).toEqual(Array(4).fill('not_allowed'));
  await setProof('past');
  expect(await codes(world.api(operator))).toEqual(['fine', ...Array(3).fill('proof_needed')]);
  await setProof('future');
  expect(await codeOf(outbox.startSigning({ body: { version: version - 1 } }))).toBe('changed_meanwhile');
  expect(await codeOf(step('stopSigning'))).toBe('not_possible');
  expect((await outbox.sender()).version).toBe(version);
  const kept = await system.read.execute(sql`select value::text from settings where key = 'outbox.dkim'`);
  expect(JSON.stringify([kept.rows, await outbox.sender()])).not.toContain('PRIVATE KEY');
});
