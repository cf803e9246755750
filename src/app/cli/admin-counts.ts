/** What is counted beside the rows, on the operator's command line. */
import { recount } from '#operate/admin/server/recount.service.ts';
import { type AdminCommand, command } from './admin-command.ts';

export const countCommands: readonly AdminCommand[] = [
  command('counts', 'recount', {
    about: 'counts people, groups and recordings anew, as happens every night; after rows were changed by hand',
    run: async ({ ctx }) => {
      const json = await recount(ctx);
      return {
        json,
        text: `Figures that were wrong: ${json.accounts} of accounts, ${json.groups} of groups, ${json.recordings} of recordings.`,
      };
    },
  }),
];
