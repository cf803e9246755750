/** What is prepared in a room, on its way to a meeting and back. */
import type { Analytics } from '@atrium/bbb/analytics';
import type { ModulesInput } from '@atrium/bbb/modules-write';
import type { CreateParams } from '@atrium/bbb/params';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type EndedMeeting, preparedFor, type PreparedKind, takePrepared } from './prepared-lists.service.ts';
import { preparedGroups } from './room-groups.service.ts';
import { preparedPolls } from './room-polls.service.ts';

type MeetingRoom = { roomId: string | null };

async function moduleOf<Item>(ctx: Ctx, kind: PreparedKind<Item>, { roomId }: MeetingRoom): Promise<[string, string][]> {
  const items = await preparedFor(ctx, kind, roomId);
  return items.length === 0 ? [] : [[kind.module, JSON.stringify(items)]];
}

/** What a meeting of the embedded engine begins with, for `create`. */
export async function preparedModules(ctx: Ctx, meeting: MeetingRoom): Promise<ModulesInput | null> {
  const modules = [...(await moduleOf(ctx, preparedPolls, meeting)), ...(await moduleOf(ctx, preparedGroups, meeting))];
  return modules.length === 0 ? null : { others: new Map(modules) };
}

/** It is part of the address, of which servers read 8 kB. */
const longestParam = 4_000;

/** BBB's own `groups`, which are one set, of people that it will know again. */
export async function groupsParam(ctx: Ctx, { roomId }: MeetingRoom): Promise<Pick<CreateParams, 'groups'>> {
  const [set] = await preparedFor(ctx, preparedGroups, roomId);
  if (set === undefined) return {};
  const groups = set.groups.map(({ name, people }, at) => ({
    id: String(at + 1),
    ...(name !== '' && { name }),
    roster: people.flatMap(({ key }) => (key === '' ? [] : [key])),
  }));
  return encodeURIComponent(JSON.stringify(groups)).length > longestParam ? {} : { groups };
}

type SentLists = Pick<Analytics, 'preparedPolls' | 'groupSets'>;
/** What the statistics of a meeting carry back; each list that its server knows. */
export async function takePreparedLists(
  ctx: Ctx,
  tx: Db,
  { meeting, sent }: { meeting: EndedMeeting; sent: SentLists },
): Promise<void> {
  const { preparedPolls: polls, groupSets } = sent;
  if (polls !== undefined) await takePrepared(ctx, tx, { kind: preparedPolls, meeting, sent: polls });
  if (groupSets !== undefined) await takePrepared(ctx, tx, { kind: preparedGroups, meeting, sent: groupSets });
}
