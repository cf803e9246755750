/** Figures of charts and questions, on the operator's command line. */
import { isDay, usageLimits } from '#meet/usage/usage.rules.ts';
import { isId } from '#kit/ids.ts';
import { rebuildAnalytics, type RebuildProgress } from '#operate/analytics/server/rollups.service.ts';
import { type AdminCommand, command, type AdminArguments } from './admin-command.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

type AccountDay = RebuildProgress['last'];
/** As a line of the progress says it. */
const mark = ({ accountId, day }: AccountDay): string => `${accountId}/${day}`;
function afterIn({ after }: AdminArguments): AccountDay | null {
  if (after === undefined) return null;
  const [accountId = '', day = ''] = after.split('/');
  if (!isId(accountId) || !isDay(day)) throw new PlainTrouble('--after is what the last line of the progress says.');
  return { accountId, day };
}

export const analyticsCommands: readonly AdminCommand[] = [
  command('analytics', 'rebuild', {
    takes: '[--account id] [--after account/day]',
    about: 'rebuilds the figures of charts and questions for every day whose presences are kept; can be stopped and resumed',
    run: async ({ ctx, given }) => {
      const accountId = given.account ?? null;
      if (accountId !== null && !isId(accountId)) throw new PlainTrouble('--account is the id of an account.');
      const after = afterIn(given);
      const json = await rebuildAnalytics(ctx, {
        accountId,
        after,
        tell: ({ done, days, last }) => void process.stderr.write(`${done} of ${days} days, up to ${mark(last)}\n`),
      });
      const older = `Older than the ${usageLimits.intervalDays} days for which presences are kept, left as they are: ${json.older} days.`;
      return { json, text: `${json.done} days counted.${json.older === 0 ? '' : `\n${older}`}` };
    },
  }),
];
