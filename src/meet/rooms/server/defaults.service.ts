/** What a new room of an account starts with. */
import { Failure, notAllowed } from '#kit/errors.ts';
import { changeLines, plainTextOf, type RichTextInline } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type Entitlements, recordingWith } from '#core/accounts/accounts.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { RoomDefaults, RoomDefaultsView } from '../rooms.contract.ts';
import { type RecordingAudience, roomLimits, standardDefaults } from '../rooms.rules.ts';
import { actorOf } from './access.service.ts';
import { defaultsRow, writeDefaults } from './defaults.queries.ts';

const atMost = (wanted: number | null, plan: number | null) =>
  wanted === null || plan === null ? wanted : Math.min(wanted, plan);

/** A room may be recorded where its account has recordings at all: nobody is recorded by that alone. */
const mayBeRecorded = async (ctx: Ctx, plan: Entitlements): Promise<boolean> =>
  (await platformNow(ctx)).features.recordings && recordingWith(plan, 0) === 'yes';

/** What the account set for new rooms, as far as its plan still gives it; where it set nothing, whether they may be recorded. */
export async function defaultsFor(
  ctx: Ctx,
  db: Db,
  { accountId, plan }: { accountId: string; plan: Entitlements },
): Promise<Partial<Omit<RoomDefaults, 'newRecordings'>>> {
  const row = await defaultsRow(db, accountId);
  if (row === null) return { record: await mayBeRecorded(ctx, plan) };
  const { newRecordings, ...value } = row.value;
  return {
    ...value,
    maxPeople: atMost(value.maxPeople, plan.peoplePerMeeting),
    maxMinutes: atMost(value.maxMinutes, plan.minutesPerMeeting),
  };
}

/** Who sees new recordings of an account's rooms first. */
export const newRecordingsOf = async (db: Db, accountId: string): Promise<RecordingAudience> =>
  ({ ...standardDefaults, ...(await defaultsRow(db, accountId))?.value }).newRecordings;

type NamedRoom = { accountId: string; name: string; locale: string };
/** The welcome that the account, its vendor or the operator published for rooms; nothing where nobody did, or it is too long for one. */
export async function welcomeFor(ctx: Ctx, tx: Db, { accountId, name, locale }: NamedRoom): Promise<{ welcome?: string }> {
  const wording = await ctx.findWording(tx, { template: 'room.welcome', locale, accountId });
  if (wording === null) return {};
  const values = new Map([
    ['room', name],
    ['site', new URL(siteUrl(ctx)).host],
  ]);
  const filled = (part: RichTextInline): RichTextInline =>
    part.type === 'variable' ? { type: 'text', text: values.get(part.attrs.name) ?? '' } : part;
  const welcome = plainTextOf(changeLines(wording.body, (line) => line.map(filled)));
  return welcome.length > roomLimits.welcome.max ? {} : { welcome };
}

export async function getDefaults(ctx: Ctx): Promise<RoomDefaultsView> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('rooms.view')) throw notAllowed('rooms.view');
  const row = await defaultsRow(ctx.db.read, accountId);
  const record = await mayBeRecorded(ctx, await entitlementsFor(ctx.db.read, accountId));
  return {
    ...standardDefaults,
    record,
    ...row?.value,
    version: row?.version ?? 0,
    rights: { edit: scope.includes('account.edit') },
  };
}

/** Throws `changed_meanwhile` when somebody else did since `version`. */
export async function setDefaults(ctx: Ctx, input: RoomDefaults & { version: number }): Promise<RoomDefaultsView> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('account.edit')) throw notAllowed('account.edit');
  const { version, ...value } = input;
  await ctx.db.write(async (tx) => {
    const old = await defaultsRow(tx, accountId);
    const row = { accountId, value, version, changedAt: new Date(ctx.now()) };
    if ((old?.version ?? 0) !== version || !(await writeDefaults(tx, row, version)))
      throw new Failure('changed_meanwhile', { data: { version: old?.version ?? 0 } });
    const before = new Map(Object.entries({ ...standardDefaults, ...old?.value }));
    const changed = Object.entries(value).flatMap(([name, is]) => (before.get(name) === is ? [] : [name]));
    await record(ctx, tx, {
      action: 'rooms.defaults-changed',
      subjectKind: 'account',
      subjectId: accountId,
      data: { fields: changed.join(',') },
    });
  });
  return getDefaults(ctx);
}
