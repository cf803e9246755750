/** Questions that people save. Sharing shows the question; its figures are each reader's own. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { type analyticsCalls, explorerQuestion, type ExplorerView } from '../analytics.contract.ts';
import { analyticsLimits, chartKinds } from '../measures.rules.ts';
import { figuresReaderOf } from './access.service.ts';
import type { AnalyticsViewRow } from './analytics.table.ts';
import { changeViewRow, countViews, deleteView, insertView, readableView, readableViews } from './views.queries.ts';

const savedChart = z.enum(chartKinds);

type ViewParams = { rows: readonly AnalyticsViewRow[]; actor: UserActor };
/** A view that asks for what there is no more is left out. */
async function viewsOf(db: Db, { rows, actor }: ViewParams): Promise<ExplorerView[]> {
  const names = await findNames(db, [...new Set(rows.map((row) => row.ownerId))]);
  return rows.flatMap(({ id, name, ownerId, shared, version, ...saved }) => {
    const [question, chart] = [z.safeParse(explorerQuestion, saved.question), z.safeParse(savedChart, saved.chart)];
    if (!question.success || !chart.success) return [];
    const owner = { id: ownerId, name: names.get(ownerId) ?? '' };
    return [{ id, name, question: question.data, chart: chart.data, shared, owner, mine: ownerId === actor.userId, version }];
  });
}
async function viewOf(db: Db, row: AnalyticsViewRow, actor: UserActor): Promise<ExplorerView> {
  const [view] = await viewsOf(db, { rows: [row], actor });
  if (view === undefined) throw notFound();
  return view;
}

export async function listViews(ctx: Ctx): Promise<{ items: ExplorerView[] }> {
  const actor = figuresReaderOf(ctx, 'analytics.explore');
  const rows = await readableViews(ctx.db.read, actor, 5 * analyticsLimits.views);
  // names of people who left are outside of the wall
  return { items: await viewsOf(ctx.system.read, { rows, actor }) };
}

const note = (
  ctx: Ctx,
  tx: Db,
  { what, id }: { what: 'view-saved' | 'view-changed' | 'view-removed'; id: string },
): Promise<void> => record(ctx, tx, { action: `analytics.${what}`, subjectKind: 'analytics-view', subjectId: id });

type SaveBody = Parsed<typeof analyticsCalls.saveView>['body'];
/** Throws `too_many`. */
export async function saveView(ctx: Ctx, { name, question, chart, shared }: SaveBody): Promise<ExplorerView> {
  const actor = figuresReaderOf(ctx, 'analytics.explore');
  const { accountId, userId: ownerId } = actor;
  const at = new Date(ctx.now());
  const row = {
    id: newId(ctx.now()),
    accountId,
    ownerId,
    name,
    question,
    chart,
    shared,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  return ctx.db.write(async (tx) => {
    if ((await countViews(tx, actor)) >= analyticsLimits.views) throw new Failure('too_many');
    await insertView(tx, row);
    await note(ctx, tx, { what: 'view-saved', id: row.id });
    return viewOf(tx, row, actor);
  });
}

/** What others share is seen, and changed by its owner alone. */
async function ownView(tx: Db, actor: UserActor, id: string): Promise<AnalyticsViewRow> {
  const row = await readableView(tx, actor, id);
  if (row === null) throw notFound();
  if (row.ownerId !== actor.userId) throw notAllowed('analytics.explore');
  return row;
}

type ChangeView = { id: string; body: Parsed<typeof analyticsCalls.changeView>['body'] };
/** Throws `changed_meanwhile`. */
export async function changeView(ctx: Ctx, { id, body }: ChangeView): Promise<ExplorerView> {
  const actor = figuresReaderOf(ctx, 'analytics.explore');
  return ctx.db.write(async (tx) => {
    const row = await ownView(tx, actor, id);
    const { version, name = row.name, question = row.question, chart = row.chart, shared = row.shared } = body;
    const changed = await changeViewRow(tx, { id, version }, { name, question, chart, shared, updatedAt: new Date(ctx.now()) });
    if (changed === null) throw new Failure('changed_meanwhile');
    await note(ctx, tx, { what: 'view-changed', id });
    return viewOf(tx, changed, actor);
  });
}

export async function removeView(ctx: Ctx, id: string): Promise<ResultIn<typeof analyticsCalls.removeView>> {
  const actor = figuresReaderOf(ctx, 'analytics.explore');
  await ctx.db.write(async (tx) => {
    await ownView(tx, actor, id);
    await deleteView(tx, id);
    await note(ctx, tx, { what: 'view-removed', id });
  });
  return {};
}
