/** Accounts, people and their mails on the operator's command line. */
import { listAccounts } from '#core/accounts/server/accounts-list.service.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { changePersonState, findPersonByEmail, listPeople } from '#core/accounts/server/people.service.ts';
import { createAccountWithOwner, createMember, makeOperator } from '#core/identity/server/operator.service.ts';
import { makeResetPath } from '#core/identity/server/passwords/own-password.service.ts';
import { resetFactors } from '#core/identity/server/security.service.ts';
import { invite } from '#core/identity/server/sign-up/sign-up.service.ts';
import { openMail } from '#core/outbox/server/mail-text.service.ts';
import { listMails, siteUrl } from '#core/outbox/server/outbox.service.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import {
  type AdminCommand,
  command,
  cursorIn,
  day,
  type AdminArguments,
  required,
  requiredId,
  tableOf,
} from './admin-command.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

async function personId(ctx: Ctx, given: AdminArguments): Promise<string> {
  const person = await findPersonByEmail(ctx.system.read, required(given, 'email').trim().toLowerCase());
  if (person === null) throw new Failure('not_found', { data: { email: given.email ?? '' } });
  return person.id;
}

const roleOf = (text: string | undefined) => {
  if (text === undefined || text === 'member' || text === 'admin' || text === 'owner') return text ?? 'member';
  throw new PlainTrouble('--role is member, admin or owner.');
};

const kindOf = (text: string | undefined) => {
  if (text === undefined || text === 'customer' || text === 'vendor' || text === 'operator') return text ?? 'customer';
  throw new PlainTrouble('--kind is customer, vendor or operator.');
};

const anAccount = { noun: 'an account', list: 'accounts' };

const accounts: AdminCommand[] = [
  command('accounts', 'list', {
    takes: '[--search text --after id]',
    about: 'accounts, newest first',
    run: async ({ ctx, given }) => {
      const search = given.search === undefined ? {} : { search: given.search };
      const page = await listAccounts(ctx, { limit: 100, ...search, ...cursorIn(given) });
      return tableOf(page, (one) => ({
        id: one.id,
        name: one.name,
        kind: one.kind,
        state: one.state,
        since: day(one.createdAt),
      }));
    },
  }),
  command('accounts', 'create', {
    takes: '--organisation … --name … --email … [--kind --locale --zone]',
    about: 'an account with its owner; prints the link that sets the password',
    run: async ({ ctx, given }) => {
      const made = await createAccountWithOwner(ctx, {
        organisation: required(given, 'organisation'),
        name: required(given, 'name'),
        email: required(given, 'email'),
        kind: kindOf(given.kind),
        locale: given.locale ?? 'en-US',
        timeZone: given.zone ?? 'UTC',
      });
      const link = `${siteUrl(ctx)}${made.path}`;
      return {
        json: { ...made, link },
        text: `Account ${made.accountId}\nThe owner sets a password with this link (one hour): ${link}`,
      };
    },
  }),
  command('accounts', 'approve', {
    takes: '<id>',
    about: 'lets a pending account work',
    run: async ({ ctx, given }) => {
      await changeAccountState(ctx, { accountId: requiredId(given, anAccount), to: 'active' });
      return { json: { done: true }, text: 'Active.' };
    },
  }),
  command('accounts', 'suspend', {
    takes: '<id>',
    about: 'stops an account; its people are out with the next request',
    run: async ({ ctx, given }) => {
      await changeAccountState(ctx, { accountId: requiredId(given, anAccount), to: 'suspended' });
      return { json: { done: true }, text: 'Suspended.' };
    },
  }),
];

const users: AdminCommand[] = [
  command('users', 'create', {
    takes: '<account id> --name … --email … [--role member|admin|owner]',
    about: 'a person in an account; prints the link that sets the password',
    run: async ({ ctx, given }) => {
      const made = await createMember(ctx, {
        accountId: requiredId(given, anAccount),
        name: required(given, 'name'),
        email: required(given, 'email'),
        role: roleOf(given.role),
      });
      const link = `${siteUrl(ctx)}${made.path}`;
      return { json: { ...made, link }, text: `User ${made.userId}\nThe password is set with this link (one hour): ${link}` };
    },
  }),
  command('users', 'list', {
    takes: '[--search text --after id]',
    about: 'people, newest first',
    run: async ({ ctx, given }) => {
      const search = given.search === undefined ? {} : { search: given.search };
      const page = await listPeople(ctx, { limit: 100, ...search, ...cursorIn(given) });
      return tableOf(page, (one) => ({
        id: one.id,
        email: one.email,
        name: one.name,
        state: one.state,
        since: day(one.createdAt),
      }));
    },
  }),
  command('users', 'invite', {
    takes: '--email … [--locale]',
    about: 'mails an invitation to sign up',
    run: async ({ ctx, given }) => {
      await invite(ctx, { email: required(given, 'email'), locale: given.locale ?? 'en-US' });
      return { json: { done: true }, text: 'The invitation is in the outbox.' };
    },
  }),
  command('users', 'reset-link', {
    takes: '--email …',
    about: 'a link that sets a new password (one hour)',
    run: async ({ ctx, given }) => {
      const link = `${siteUrl(ctx)}${await makeResetPath(ctx, { userId: await personId(ctx, given) })}`;
      return { json: { link }, text: link };
    },
  }),
  command('users', 'reset-factors', {
    takes: '--email …',
    about: 'takes the authenticator app, recovery codes and passkeys off and ends all sessions; the password stays',
    run: async ({ ctx, given }) => {
      await resetFactors(ctx, { userId: await personId(ctx, given) });
      return { json: { done: true }, text: 'Done. The password alone signs this person in now.' };
    },
  }),
  command('users', 'make-operator', {
    takes: '--email …',
    about: 'gives a person every permission of the installation',
    run: async ({ ctx, given }) => {
      await makeOperator(ctx, { email: required(given, 'email') });
      return { json: { done: true }, text: 'Done. The person can switch to the operator’s account now.' };
    },
  }),
  command('users', 'suspend', {
    takes: '--email …',
    about: 'ends all sessions and lets nobody in with this address',
    run: async ({ ctx, given }) => {
      await changePersonState(ctx, { userId: await personId(ctx, given), to: 'suspended' });
      return { json: { done: true }, text: 'Suspended.' };
    },
  }),
  command('users', 'unsuspend', {
    takes: '--email …',
    about: 'undoes that',
    run: async ({ ctx, given }) => {
      await changePersonState(ctx, { userId: await personId(ctx, given), to: 'active' });
      return { json: { done: true }, text: 'Active.' };
    },
  }),
];

const outbox: AdminCommand[] = [
  command('outbox', 'list', {
    takes: '[--search text --after id]',
    about: 'mails, newest first',
    run: async ({ ctx, given }) => {
      const search = given.search === undefined ? {} : { search: given.search };
      const page = await listMails(ctx, { limit: 50, ...search, ...cursorIn(given) });
      return tableOf(page, (one) => ({
        id: one.id,
        at: day(one.createdAt),
        state: one.state,
        to: one.recipient,
        subject: one.subject,
      }));
    },
  }),
  command('outbox', 'show', {
    takes: '<id>',
    about: 'one mail; with its text until it is sent',
    run: async ({ ctx, given }) => {
      const mail = await openMail(ctx, { id: requiredId(given, { noun: 'a mail', list: 'outbox' }) });
      return {
        json: mail,
        text: `To: ${mail.recipient}\nSubject: ${mail.subject}\nState: ${mail.state}\n\n${mail.bodyText ?? '(the text is not kept any more)'}`,
      };
    },
  }),
];

export const peopleCommands: readonly AdminCommand[] = [...accounts, ...users, ...outbox];
