/** The BBB endpoint of an account on the operator's command line, for scripts. */
import { findAccount, findSeats } from '#core/accounts/server/accounts.service.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { addressOf } from '#connect/endpoint/server/endpoint.service.ts';
import { newestSecret, rotateNewest } from '#connect/endpoint/server/secrets.service.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SealBroken } from '#kit/server/secrets.ts';
import { type AdminCommand, command, type AdminArguments, type AdminOutcome, required } from './admin-command.ts';
import { demoAccounts } from '#app/demo/demo-data.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

/** The sample school: the account that a script means by `demo`. */
async function demoAccountId(ctx: Ctx): Promise<string | null> {
  const email = demoAccounts.find((one) => one.kind === 'customer')?.people[0]?.email ?? '';
  const person = await findPersonByEmail(ctx.system.read, email);
  const seats = person === null ? [] : await findSeats(ctx.system.read, person.id);
  return seats.find((seat) => seat.account.kind === 'customer')?.account.id ?? null;
}

async function accountIdOf(ctx: Ctx, given: AdminArguments): Promise<string> {
  const name = given.account ?? required(given, 'id');
  if (name === 'demo') {
    const id = await demoAccountId(ctx);
    if (id === null) throw new PlainTrouble('There is no sample school here. It is made by: npm start -- --demo');
    return id;
  }
  const account = isId(name) ? await findAccount(ctx.system.read, name) : null;
  if (account === null) throw new PlainTrouble(`There is no account with the id ${name}. See: npm run admin -- accounts list`);
  return account.id;
}

const outcome = (ctx: Ctx, found: Awaited<ReturnType<typeof newestSecret>>): AdminOutcome => {
  const json = { url: addressOf(ctx, found.endpoint), secret: found.secret };
  return { json, text: `Address: ${json.url}\nSecret:  ${json.secret}` };
};

async function shown(ctx: Ctx, accountId: string): Promise<AdminOutcome> {
  try {
    return outcome(ctx, await newestSecret(ctx, accountId));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new PlainTrouble(
      `The key of this secret is lost, so nobody can read it any more. Make a new one: npm run admin -- endpoint rotate --account ${accountId}`,
    );
  }
}

export const endpointCommands: readonly AdminCommand[] = [
  command('endpoint', 'show', {
    takes: '--account <id>|demo',
    about: 'address and newest secret of an account’s BBB endpoint',
    run: async ({ ctx, given }) => shown(ctx, await accountIdOf(ctx, given)),
  }),
  command('endpoint', 'rotate', {
    takes: '--account <id>|demo',
    about: 'a new secret; the one before works on for a day',
    run: async ({ ctx, given }) => outcome(ctx, await rotateNewest(ctx, await accountIdOf(ctx, given))),
  }),
];
