/** What a new installation needs before others can meet on it. Each step is looked up where it is done, so that it ticks itself off. */
import type { Ctx } from '#kit/server/ctx.ts';
import { addSetting, readSetting } from '#kit/server/settings.queries.ts';
import { countAccountsSince } from '#core/accounts/server/accounts-list.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { peopleNumbers } from '#core/iam/server/rest.service.ts';
import { isMailTested } from '#core/outbox/server/mail-server.service.ts';
import { legalPages } from '#core/platform/server/legal.service.ts';
import { list as listMeetings } from '#meet/meetings/server/meetings.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import { currenciesOffered } from '#sales/plans/server/sold.service.ts';
import type { Dashboard } from '../dashboard.contract.ts';

/** Set when the list is not wanted any more: why, `done` or `hidden`. */
const setupOver = 'setup.over';

type SetupSteps = NonNullable<Extract<Dashboard, { kind: 'operator' }>['setup']>;
type StepKey = SetupSteps[number]['key'];

/** Steps that this person may take. */
async function stepsOf(ctx: Ctx): Promise<SetupSteps> {
  const { accountId, scope } = actorOf(ctx);
  const may = (permission: string) => scope.includes(permission);
  const met = async (state: 'live' | 'past') => (await listMeetings(ctx, { view: 'account', state, limit: 1 })).items.length > 0;
  const pages: readonly string[] = await legalPages(ctx);
  const looks: readonly (readonly [StepKey, permission: string, look: () => Promise<boolean>])[] = [
    ['meeting', 'meetings.view', async () => (await met('past')) || met('live')],
    ['mail', 'platform.manage', () => isMailTested(ctx)],
    ['legal', 'platform.manage', async () => ['privacy', 'terms'].every((kind) => pages.includes(kind))],
    ['server', 'servers.manage', async () => (await serverList(ctx)).some(({ health }) => health === 'healthy')],
    ['plan', 'plans.manage', async () => (await currenciesOffered(ctx.system.read, accountId)).length > 0],
    [
      'people',
      'users.manage',
      async () => {
        const numbers = await peopleNumbers(ctx.db.read, { accountIds: [accountId], now: ctx.now() });
        return (await countAccountsSince(ctx, null)) !== 0 || (numbers.get(accountId)?.inUse ?? 0) > 1;
      },
    ],
  ];
  return Promise.all(looks.filter(([, one]) => may(one)).map(async ([key, , look]) => ({ key, done: await look() })));
}

/** Null: all of it is there, or the operator has hidden the list. */
export async function setupOf(ctx: Ctx): Promise<SetupSteps | null> {
  if ((await readSetting(ctx.system.read, setupOver)) !== null) return null;
  const steps = await stepsOf(ctx);
  if (steps.some(({ done }) => !done)) return steps;
  // so that later visits look up nothing
  await ctx.system.write((tx) => addSetting(tx, setupOver, 'done'));
  return null;
}

export async function hideSetup(ctx: Ctx): Promise<Record<string, never>> {
  await ctx.system.write(async (tx) => {
    await addSetting(tx, setupOver, 'hidden');
    await record(ctx, tx, { action: 'platform.changed', subjectKind: 'platform', subjectId: null, data: { part: 'setup' } });
  });
  return {};
}
