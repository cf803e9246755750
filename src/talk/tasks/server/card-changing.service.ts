/** Changes of a card: only what the wish names, and only what somebody else did not change meanwhile. */
import { generateKeyBetween } from 'fractional-indexing';
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { claimFiles, requireFiles } from '#core/files/server/attachments.service.ts';
import { instantOf } from '#meet/schedule/server/expanding.service.ts';
import { cleanText } from '#kit/message-text.ts';
import type { tasksCalls } from '../tasks.contract.ts';
import { DUE_HOUR, remindAt, taskLimits } from '../tasks.rules.ts';
import type { CardItem } from '../tasks-views.contract.ts';
import { withBoardChange, findCard, whoSees } from './board-access.service.ts';
import { listById, listsOf } from './boards.queries.ts';
import { cardConversation, releaseCardFiles } from './card-files.service.ts';
import { cardById, type CardUpdate, lastRank, setCard } from './cards.queries.ts';
import { type CardNews, itemNow, noteOnCard, requireRoom } from './cards.service.ts';
import { tellOfCard } from './task-telling.service.ts';
import type { TaskBoardRow, TaskCardRow } from './tasks.table.ts';

type CardWish = Parsed<typeof tasksCalls.changeCard>['body'];
type PlannedCardUpdate = { update: CardUpdate; news: CardNews[] };
/** What was looked up before the board is held: people and files that are new on the card. */
type PreparedCard = { wish: CardWish; actor: UserActor; newPeople: readonly string[]; newFiles: readonly AttachedFile[] };

/** Throws `changed_meanwhile` when somebody changed title or text since the writer saw them. */
function planText(row: TaskCardRow, { title = row.title, text, revision }: CardWish): PlannedCardUpdate {
  const body = text === undefined ? row.body : cleanText(text);
  const renamed = title !== row.title;
  const described = body !== row.body;
  if (!renamed && !described) return { update: {}, news: [] };
  if (row.textRevision > revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
  const news: CardNews[] = [];
  if (renamed) news.push({ what: 'renamed', data: { from: row.title, to: title } });
  if (described) news.push({ what: 'described' });
  return { update: { title, body }, news };
}

/** A day that the calendar does not have is refused. */
function momentOf({ on, at }: NonNullable<CardWish['due']>, zone: string): number {
  if (new Date(`${on}T00:00:00Z`).toJSON()?.slice(0, 10) !== on || Math.abs(at ?? 0) > 8.64e15)
    throw new Failure('invalid_input', { fields: { 'body.due': 'invalid' } });
  return at ?? instantOf(`${on}T${String(DUE_HOUR).padStart(2, '0')}:00`, zone);
}
function planDue(ctx: Ctx, row: TaskCardRow, { wish, actor }: PreparedCard): PlannedCardUpdate {
  if (wish.due === undefined && wish.remind === undefined) return { update: {}, news: [] };
  const old = row.dueOn === null ? null : { on: row.dueOn, at: row.dueAt?.getTime() ?? null };
  const due = wish.due === undefined ? old : wish.due;
  const remind = wish.remind ?? row.remind;
  const at = remindAt(due === null ? null : momentOf(due, actor.timeZone), remind, ctx.now());
  const dueAt = due?.at === null || due === null ? null : new Date(due.at);
  const same = due?.on === old?.on && due?.at === old?.at;
  const news: CardNews[] = same ? [] : [due === null ? { what: 'due_off' } : { what: 'due', data: { on: due.on } }];
  return { update: { dueOn: due?.on ?? null, dueAt, remind, remindAt: at === null ? null : new Date(at) }, news };
}

/** Throws `not_found`, `too_many_steps`. */
function planStep(ctx: Ctx, row: TaskCardRow, { step }: CardWish): PlannedCardUpdate {
  if (step === undefined) return { update: {}, news: [] };
  const { id, text, done } = step;
  const old = row.checklist.find((one) => one.id === id);
  if (id !== undefined && old === undefined) throw notFound();
  if (old === undefined) {
    if (typeof text !== 'string') throw new Failure('invalid_input', { fields: { 'body.step.text': 'too_short' } });
    if (row.checklist.length >= taskLimits.steps) throw new Failure('too_many_steps');
    const added = { id: newId(ctx.now()), text, done: done ?? false };
    return { update: { checklist: [...row.checklist, added] }, news: [{ what: 'step_added', data: { name: text } }] };
  }
  const data = { name: old.text };
  if (text === null)
    return { update: { checklist: row.checklist.filter((one) => one !== old) }, news: [{ what: 'step_removed', data }] };
  const next = { ...old, text: text ?? old.text, done: done ?? old.done };
  const checklist = row.checklist.map((one) => (one === old ? next : one));
  const ticked = next.done === old.done ? [] : [{ what: next.done ? ('step_done' as const) : ('step_undone' as const), data }];
  return { update: { checklist }, news: ticked };
}

function planMarks(row: TaskCardRow, board: TaskBoardRow, { wish, newPeople, newFiles }: PreparedCard): PlannedCardUpdate {
  const { labels, people, files } = wish;
  const plan: PlannedCardUpdate = { update: {}, news: [] };
  if (labels !== undefined) {
    const known = new Set(board.labels.map(({ id }) => id));
    plan.update.labels = [...new Set(labels)].filter((id) => known.has(id));
    plan.news.push({ what: 'labels' });
  }
  if (people !== undefined) {
    plan.update.people = [...new Set(people)];
    const gone = row.people.filter((id) => !people.includes(id));
    if (newPeople.length + gone.length > 0)
      plan.news.push({ what: 'people', data: { added: newPeople.join(' '), removed: gone.join(' ') } });
  }
  if (files !== undefined) {
    const all = [...row.files, ...newFiles];
    plan.update.files = [...new Set(files)].flatMap((id) => all.find((file) => file.id === id) ?? []);
    plan.news.push({ what: 'files' });
  }
  return plan;
}

/** Brought back, a card stands where it was, or at the end of the first list when its own is put away. */
async function planPlace(
  ctx: Ctx,
  tx: Db,
  { row, place }: { row: TaskCardRow; place: CardWish['place'] },
): Promise<PlannedCardUpdate> {
  if (place === undefined || (place === 'archive') === (row.archivedAt !== null)) return { update: {}, news: [] };
  if (place === 'archive') return { update: { archivedAt: new Date(ctx.now()) }, news: [{ what: 'archived' }] };
  await requireRoom(tx, row.boardId);
  const back: PlannedCardUpdate = { update: { archivedAt: null }, news: [{ what: 'restored' }] };
  if ((await listById(tx, row.listId))?.archivedAt === null) return back;
  const [first] = await listsOf(tx, row.boardId);
  if (first === undefined) throw notFound();
  return { ...back, update: { ...back.update, listId: first.id, rank: generateKeyBetween(await lastRank(tx, first.id), null) } };
}
function planDone(ctx: Ctx, row: TaskCardRow, { state }: CardWish): PlannedCardUpdate {
  if (state === undefined || (state === 'done') === (row.doneAt !== null)) return { update: {}, news: [] };
  return state === 'done'
    ? { update: { doneAt: new Date(ctx.now()) }, news: [{ what: 'done' }] }
    : { update: { doneAt: null }, news: [{ what: 'undone' }] };
}

/** Throws `person_unknown` for somebody who does not see the board, `file_unknown`, `changed_meanwhile`, `too_many_cards`. */
export async function changeCard(ctx: Ctx, { id, body: wish }: { id: string; body: CardWish }): Promise<CardItem> {
  const { card, row: found, actor } = await findCard(ctx, id, 'edit');
  const newPeople = [...new Set(wish.people)].filter((userId) => !card.people.includes(userId));
  if ((await whoSees(ctx, found, newPeople)).length < newPeople.length)
    throw new Failure('person_unknown', { fields: { 'body.people': 'person_unknown' } });
  const newFiles = await requireFiles(
    ctx,
    (wish.files ?? []).filter((fileId) => card.files.every((file) => file.id !== fileId)),
    cardConversation(id),
  );
  const prepared: PreparedCard = { wish, actor, newPeople, newFiles };
  return withBoardChange(ctx, {
    ...{ id: found.id, deed: 'edit' },
    work: async (tx, board) => {
      const row = await cardById(tx, id);
      if (row === null || (row.archivedAt !== null && wish.place !== 'board')) throw notFound();
      const { revision } = board.row;
      const text = planText(row, wish);
      const plans = [text, planDue(ctx, row, prepared), planStep(ctx, row, wish), planMarks(row, board.row, prepared)];
      plans.push(planDone(ctx, row, wish), await planPlace(ctx, tx, { row, place: wish.place }));
      const update: CardUpdate = Object.assign({ revision }, ...plans.map((plan) => plan.update));
      if (text.news.length > 0) update.textRevision = revision;
      const changed = await setCard(tx, id, update);
      await claimFiles(tx, newFiles, cardConversation(id));
      await releaseCardFiles(ctx, tx, { cardId: id, before: row.files, after: changed.files });
      await noteOnCard(ctx, tx, { card: row, news: plans.flatMap((plan) => plan.news) });
      const to = newPeople.filter((userId) => userId !== actor.userId);
      await tellOfCard(ctx, tx, { what: 'assigned', card: changed, board: board.row, to, by: actor.name });
      return itemNow(tx, id, board);
    },
  });
}
