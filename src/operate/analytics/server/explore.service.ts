/** Answers questions: each time with the rights of the person who asks, behind the wall of their account. */
import { dayIn } from '#kit/dates.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { addDays, usageLimits } from '#meet/usage/usage.rules.ts';
import type { ExplorerAnswer } from '../analytics.contract.ts';
import {
  analyticsLimits as limits,
  type Dimension,
  dimensionsFor,
  type ExplorerQuestion,
  type MeasureId,
  measureOf,
  measuresFor,
  namedDimensions,
  type NamedDimension,
  questionTrouble,
} from '../measures.rules.ts';
import { type DaySpan, spanOfPeriod } from '../periods.rules.ts';
import { figuresReaderOf, findFiguresAccount, seesNames, shownSpan } from './access.service.ts';
import { countedUntil } from './charts.queries.ts';
import {
  type GroupFigure,
  limitStatement,
  needsFacts,
  presenceFigures,
  type PresenceMeasure,
  type PresenceQuestion,
} from './explore.queries.ts';
import { moneyFigures } from './money-figures.service.ts';
import { namesOf } from './names.queries.ts';

/** Questions of one person in a minute. */
const pace = { max: 60, windowSeconds: 60 };
/** Groups of one measure that are looked at; figures of several measures are put together by their groups. */
const groupsAtMost = 10_000;

type AnswerRow = { keys: string[]; figures: (number | null)[] };
type ExploreFigures = { rows: AnswerRow[]; totals: (number | null)[]; meetings: number; currency: string | null; cut: boolean };
type AskedQuestion = { question: ExplorerQuestion /** Milliseconds for all of it. */; within?: number };

/** Throws `dimension_unfit` for what this kind of account does not count, too. */
function requireFit({ accountKind }: UserActor, question: ExplorerQuestion): void {
  const [mayCount, maySplit] = [measuresFor(accountKind), dimensionsFor(accountKind)];
  const used: readonly Dimension[] = [...question.by, ...question.only.map((one) => one.dimension)];
  const isOffered = question.measures.every((one) => mayCount.includes(one)) && used.every((one) => maySplit.includes(one));
  const trouble = isOffered ? questionTrouble(question) : 'dimension_unfit';
  if (trouble !== null) throw new Failure(trouble);
}

const isOfBooks = (measure: MeasureId): boolean => measureOf(measure).by.every((one) => one === 'month');
const isPresence = (measure: MeasureId): measure is PresenceMeasure => !isOfBooks(measure);

/** The message of PostgreSQL for a statement that was ended lies below the one that says which it was. */
const isTimeout = (error: unknown): boolean =>
  [error, error instanceof Error ? error.cause : null].some(
    (one) => one instanceof Error && 'code' in one && one.code === '57014',
  );

/** Puts figures of several measures together by their groups. */
function joined(all: readonly (readonly GroupFigure[])[]): AnswerRow[] {
  const rows = new Map<string, AnswerRow>();
  for (const [n, figures] of all.entries())
    for (const { keys, figure } of figures) {
      const key = keys.join(' ');
      const row: AnswerRow = rows.get(key) ?? { keys, figures: all.map(() => null) };
      row.figures[n] = figure;
      rows.set(key, row);
    }
  return [...rows.values()];
}

const isNamed = (dimension: Dimension): dimension is NamedDimension => namedDimensions.some((one) => one === dimension);
/** Times in their order, then things, those with the largest first figure first. */
function ordered(rows: readonly AnswerRow[], by: readonly Dimension[]): AnswerRow[] {
  const times = by.flatMap((dimension, n) => (isNamed(dimension) ? [] : [n]));
  const timeOf = ({ keys }: AnswerRow) => times.map((n) => (keys[n] ?? '').padStart(10, '0')).join(' ');
  const compared = (a: AnswerRow, b: AnswerRow) =>
    timeOf(a).localeCompare(timeOf(b), 'en') ||
    (b.figures[0] ?? -1) - (a.figures[0] ?? -1) ||
    a.keys.join().localeCompare(b.keys.join(), 'en');
  return rows.toSorted(compared);
}

type PresenceParams = Pick<ExplorerQuestion, 'measures' | 'by' | 'only'> & {
  span: DaySpan;
  accountId: string | null;
  factsFrom: string;
  within: number;
};
async function presenceAnswer(ctx: Ctx, { measures, factsFrom, within, ...of }: PresenceParams): Promise<ExploreFigures> {
  const end = performance.now() + within;
  const asked = measures.filter(isPresence);
  // the operator looks over all accounts, everybody else stays behind the wall
  const scope = of.accountId === null ? ctx.system : ctx.db;
  try {
    return await scope.write(async (tx) => {
      const ask = async (measure: PresenceMeasure, by: readonly Dimension[]) => {
        const question: PresenceQuestion = { ...of, measure, by };
        // single presences of older days are gone, and a part of them would look like all
        if (needsFacts(question) && of.span.from < factsFrom) return [];
        await limitStatement(tx, end - performance.now());
        return presenceFigures(tx, question, groupsAtMost + 1);
      };
      const found: GroupFigure[][] = [];
      const totals: (number | null)[] = [];
      for (const measure of asked) {
        const figures = await ask(measure, of.by);
        found.push(figures);
        totals.push((of.by.length === 0 ? figures : await ask(measure, []))[0]?.figure ?? null);
      }
      const [meetings] = await ask('meetings', []);
      const isLong = found.some((one) => one.length > groupsAtMost);
      return { rows: joined(found), totals, meetings: meetings?.figure ?? 0, currency: null, cut: isLong };
    });
  } catch (error) {
    if (isTimeout(error)) throw new Failure('question_too_big');
    throw error;
  }
}

type NamesWish = { ids: readonly string[]; dimension: NamedDimension; accountId: string | null };
async function cellNames(ctx: Ctx, { ids, dimension, accountId }: NamesWish): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== ''))];
  if (wanted.length === 0) return new Map();
  const db = accountId === null ? ctx.system.read : ctx.db.read;
  const names = await namesOf(db, dimension, { accountId, ids: wanted, search: '', most: wanted.length });
  return new Map(names.map((one) => [one.id, one.name]));
}

/** Throws `measures_mixed`, `dimension_unfit`, `two_times`, `bad_span`, `limit_reached`, `question_too_big`, `too_many_requests`. */
export async function answerQuestion(ctx: Ctx, { question, within = limits.timeout }: AskedQuestion): Promise<ExplorerAnswer> {
  const actor = figuresReaderOf(ctx, 'analytics.explore');
  requireFit(actor, question);
  await ctx.limits.use(`analytics:${actor.userId}`, pace);
  const account = await findFiguresAccount(ctx, actor);
  const { today, timeZone: zone } = account;
  const span = shownSpan(spanOfPeriod(question.period, today), account);
  const accountId = actor.accountKind === 'operator' ? null : actor.accountId;
  const { measures, by, only } = question;
  // of the day in which the oldest presence is kept some are gone, and days of other zones begin earlier
  const factsFrom = addDays(dayIn(ctx.now(), zone), 2 - usageLimits.intervalDays);
  const split = by.length === 0 ? 'whole' : 'months';
  const found: ExploreFigures = measures.every(isOfBooks)
    ? { ...(await moneyFigures(ctx, { measures, span, split, today })), meetings: 0, cut: false }
    : await presenceAnswer(ctx, { measures, by, only, span, accountId, factsFrom, within });
  const rows = ordered(found.rows, by);
  const shown = rows.slice(0, limits.rows);
  const names = await Promise.all(
    by.map((dimension, n) =>
      isNamed(dimension) && (dimension !== 'person' || seesNames(actor))
        ? cellNames(ctx, { ids: shown.map(({ keys }) => keys[n] ?? ''), dimension, accountId })
        : new Map<string, string>(),
    ),
  );
  return {
    ...span,
    zone,
    countedAt: await countedUntil(accountId === null ? ctx.system.read : ctx.db.read, { accountId, today }),
    rows: shown.map(({ keys, figures }) => ({
      by: keys.map((key, n) => ({ key, name: names[n]?.get(key) ?? null })),
      figures,
    })),
    totals: found.totals,
    currency: found.currency,
    cut: found.cut || rows.length > limits.rows,
    meetings: found.meetings,
  };
}
