/** What the operator's command line can do. */
import { changeAccountState, listAccounts } from '#core/accounts/server/accounts.service.ts';
import { changePersonState, findPersonByEmail, listPeople } from '#core/accounts/server/people.service.ts';
import { getMail, listMails } from '#core/outbox/server/outbox.service.ts';
import { createAccountWithOwner, makeOperator } from '#core/identity/server/operator.service.ts';
import { makeResetPath } from '#core/identity/server/own-password.service.ts';
import { invite } from '#core/identity/server/sign-up.service.ts';
import { Failure } from '#kit/errors.ts';
import { type Config, configTable, environment } from '#kit/server/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { rotateMasterKey } from '#kit/server/master-key.ts';
import { sealAgain, serverList } from '#meet/servers/server/servers.service.ts';
import { backup, restore } from './backup.ts';
import { engineSecret } from './engine.ts';
import { PlainTrouble } from './trouble.ts';

export type Given = { id?: string | undefined; name?: string; email?: string; organisation?: string; kind?: string; locale?: string; zone?: string; search?: string; state?: string; file?: string };
export type Outcome = { json: unknown; /** Lines of a table. */ rows?: Record<string, string>[]; text?: string };
type Ask = { config: Config; given: Given; ownerUrl: string; ctx: Ctx | null };
export type Command = {
  noun: string; verb: string; takes: string; about: string; given: Given;
  /** `everything`: migrated database and services; `database`: its address alone; `nothing`: the configuration. */
  needs: 'everything' | 'database' | 'nothing';
  run: (ask: Ask) => Promise<Outcome>;
};
type Full = Ask & { ctx: Ctx };

const day = (at: number | null) => (at === null ? '–' : new Date(at).toISOString().slice(0, 16).replace('T', ' '));

function required(given: Given, name: keyof Given): string {
  const value = given[name];
  if (value === undefined || value === '') throw new PlainTrouble(name === 'id' ? 'Which one? Give its id.' : `--${name} is missing.`);
  return value;
}

const command = (noun: string, verb: string, rest: { takes?: string; about: string; run: (ask: Full) => Promise<Outcome> }): Command => ({
  noun, verb, takes: rest.takes ?? '', about: rest.about, given: {}, needs: 'everything',
  run: async (ask) => {
    if (ask.ctx === null) throw new Error('no context');
    return rest.run({ ...ask, ctx: ask.ctx });
  },
});

async function personId(ctx: Ctx, given: Given): Promise<string> {
  const person = await findPersonByEmail(ctx.system.read, required(given, 'email').trim().toLowerCase());
  if (person === null) throw new Failure('not_found', { data: { email: given.email ?? '' } });
  return person.id;
}

const kindOf = (text: string | undefined) => {
  if (text === undefined || text === 'customer' || text === 'vendor' || text === 'operator') return text ?? 'customer';
  throw new PlainTrouble('--kind is customer, vendor or operator.');
};

const accounts: Command[] = [
  command('accounts', 'list', { takes: '[--search text]', about: 'accounts, newest first', run: async ({ ctx, given }) => {
    const page = await listAccounts(ctx, { limit: 100, ...(given.search === undefined ? {} : { search: given.search }) });
    return { json: page, rows: page.items.map((one) => ({ id: one.id, name: one.name, kind: one.kind, state: one.state, since: day(one.createdAt) })) };
  } }),
  command('accounts', 'create', { takes: '--organisation … --name … --email … [--kind --locale --zone]', about: 'an account with its owner; prints the link that sets the password', run: async ({ ctx, given, config }) => {
    const made = await createAccountWithOwner(ctx, { organisation: required(given, 'organisation'), name: required(given, 'name'), email: required(given, 'email'), kind: kindOf(given.kind), locale: given.locale ?? 'en-US', timeZone: given.zone ?? 'UTC' });
    const link = `${config.publicUrl ?? ''}${made.path}`;
    return { json: { ...made, link }, text: `Account ${made.accountId}\nThe owner sets a password with this link (one hour): ${link}` };
  } }),
  command('accounts', 'approve', { takes: '<id>', about: 'lets a pending account work', run: async ({ ctx, given }) => {
    await changeAccountState(ctx, { accountId: required(given, 'id'), to: 'active' });
    return { json: { done: true }, text: 'Active.' };
  } }),
  command('accounts', 'suspend', { takes: '<id>', about: 'stops an account; its people are out with the next request', run: async ({ ctx, given }) => {
    await changeAccountState(ctx, { accountId: required(given, 'id'), to: 'suspended' });
    return { json: { done: true }, text: 'Suspended.' };
  } }),
];

const users: Command[] = [
  command('users', 'list', { takes: '[--search text]', about: 'people, newest first', run: async ({ ctx, given }) => {
    const page = await listPeople(ctx, { limit: 100, ...(given.search === undefined ? {} : { search: given.search }) });
    return { json: page, rows: page.items.map((one) => ({ id: one.id, email: one.email, name: one.name, state: one.state, since: day(one.createdAt) })) };
  } }),
  command('users', 'invite', { takes: '--email … [--locale]', about: 'mails an invitation to sign up', run: async ({ ctx, given }) => {
    await invite(ctx, { email: required(given, 'email'), locale: given.locale ?? 'en-US' });
    return { json: { done: true }, text: 'The invitation is in the outbox.' };
  } }),
  command('users', 'reset-link', { takes: '--email …', about: 'a link that sets a new password (one hour)', run: async ({ ctx, given, config }) => {
    const link = `${config.publicUrl ?? ''}${await makeResetPath(ctx, { userId: await personId(ctx, given) })}`;
    return { json: { link }, text: link };
  } }),
  command('users', 'make-operator', { takes: '--email …', about: 'gives a person every permission of the installation', run: async ({ ctx, given }) => {
    await makeOperator(ctx, { email: required(given, 'email') });
    return { json: { done: true }, text: 'Done. The person can switch to the operator’s account now.' };
  } }),
  command('users', 'suspend', { takes: '--email …', about: 'ends all sessions and lets nobody in with this address', run: async ({ ctx, given }) => {
    await changePersonState(ctx, { userId: await personId(ctx, given), to: 'suspended' });
    return { json: { done: true }, text: 'Suspended.' };
  } }),
  command('users', 'unsuspend', { takes: '--email …', about: 'undoes that', run: async ({ ctx, given }) => {
    await changePersonState(ctx, { userId: await personId(ctx, given), to: 'active' });
    return { json: { done: true }, text: 'Active.' };
  } }),
];

const outbox: Command[] = [
  command('outbox', 'list', { takes: '[--search text]', about: 'mails, newest first', run: async ({ ctx, given }) => {
    const page = await listMails(ctx, { limit: 50, ...(given.search === undefined ? {} : { search: given.search }) });
    return { json: page, rows: page.items.map((one) => ({ id: one.id, at: day(one.createdAt), state: one.state, to: one.recipient, subject: one.subject })) };
  } }),
  command('outbox', 'show', { takes: '<id>', about: 'one mail with its text', run: async ({ ctx, given }) => {
    const mail = await getMail(ctx, { id: required(given, 'id') });
    return { json: mail, text: `To: ${mail.recipient}\nSubject: ${mail.subject}\nState: ${mail.state}\n\n${mail.bodyText ?? '(the text is not kept any more)'}` };
  } }),
];

const machine: Command[] = [
  command('engine', 'show', { about: 'API address and secret of the embedded engine, to be tried with any BBB client', run: async ({ ctx, config }) => {
    const engine = (await serverList(ctx)).find((one) => one.kind === 'engine');
    const json = { url: `${config.publicUrl ?? 'http://localhost:3000'}/engine/bigbluebutton/`, local: engine?.url ?? null, secret: engineSecret(ctx.secrets), health: engine?.health ?? 'unknown' };
    return { json, text: `Address: ${json.url}\nLocal:   ${json.local ?? 'not running'}\nSecret:  ${json.secret}\nHealth:  ${json.health}` };
  } }),
  { noun: 'key', verb: 'rotate', takes: '', about: 'a new key for the secrets, then seals every secret again with it', given: {}, needs: 'nothing', run: async ({ config }) => {
    rotateMasterKey(config);
    return { json: { done: true }, text: 'A new key stands first in DATA_DIR/master.key. Restart Atrium, then run: npm run admin -- key reseal' };
  } },
  command('key', 'reseal', { about: 'seals secrets that an older key sealed; afterwards the older key may go', run: async ({ ctx }) => {
    const resealed = await sealAgain(ctx);
    return { json: { resealed }, text: `${resealed} secrets sealed again.` };
  } }),
  { noun: 'backup', verb: 'create', takes: '--file backup.tar.gz', about: 'database, files and key in one archive', given: {}, needs: 'database', run: async ({ config, ownerUrl, given }) => {
    const manifest = await backup({ config, ownerUrl }, required(given, 'file'));
    const rows = manifest.tables.reduce((sum, one) => sum + one.rows, 0);
    return { json: manifest, text: `${manifest.tables.length} tables with ${rows} rows. Keep the file safe: it holds the key of the secrets.` };
  } },
  { noun: 'backup', verb: 'restore', takes: '--file backup.tar.gz', about: 'fills an empty installation from an archive', given: {}, needs: 'database', run: async ({ config, ownerUrl, given }) => {
    const manifest = await restore({ config, ownerUrl }, required(given, 'file'));
    return { json: manifest, text: `Restored what was saved on ${manifest.madeAt}.` };
  } },
  { noun: 'config', verb: '', takes: '', about: 'every variable of the environment with its meaning', given: {}, needs: 'nothing', run: async () => {
    const rows = Object.values(configTable).map((one) => ({ variable: one.env, set: environment()[one.env] === undefined ? '' : 'set', default: one.standard, about: one.about }));
    return { json: rows, rows };
  } },
];

export const commands: readonly Command[] = [...accounts, ...users, ...outbox, ...machine];
