/** News to customers' programs on the operator's command line. */
import { deliveryStates } from '#connect/webhooks/deliveries.rules.ts';
import { list, retry } from '#connect/webhooks/server/operator.service.ts';
import { type AdminCommand, command, cursorIn, day, type AdminArguments, requiredId, tableOf } from './admin-command.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

function stateOf({ state }: AdminArguments) {
  const found = deliveryStates.find((one) => one === state);
  if (state !== undefined && found === undefined) throw new PlainTrouble(`--state is one of ${deliveryStates.join(', ')}.`);
  return found;
}

export const deliveryCommands: readonly AdminCommand[] = [
  command('deliveries', 'list', {
    takes: '[--state waiting|delivered|given-up] [--account <id>] [--after id]',
    about: 'news to customers’ programs (callbacks, webhooks), newest first',
    run: async ({ ctx, given }) => {
      const state = stateOf(given);
      const page = await list(ctx, {
        limit: 100,
        ...(state === undefined ? {} : { state }),
        ...(given.account === undefined
          ? {}
          : { accountId: requiredId(given, { name: 'account', noun: 'an account', list: 'accounts' }) }),
        ...cursorIn(given),
      });
      return tableOf(page, (one) => ({
        id: one.id,
        at: day(one.createdAt),
        account: one.account.name,
        kind: one.kind,
        state: one.state,
        tries: String(one.tries),
        said: one.lastStatus === null ? (one.lastTrouble ?? '–') : String(one.lastStatus),
        to: one.address,
      }));
    },
  }),
  command('deliveries', 'retry', {
    takes: '<id>',
    about: 'tries one again at once that waits or was given up',
    run: async ({ ctx, given }) => {
      const item = await retry(ctx, requiredId(given, { noun: 'a delivery', list: 'deliveries' }));
      return { json: item, text: `It is sent again to ${item.address}.` };
    },
  }),
];
