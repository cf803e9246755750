/** The charts of an account. Without narrowing, each day is the one that is billed. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { addDays, filledDays, type UsageDay } from '#meet/usage/usage.rules.ts';
import { usedDays } from '#meet/usage/server/usage.service.ts';
import type { AnalyticsCharts, analyticsCalls, ChartFigures } from '../analytics.contract.ts';
import { dimensionsFor } from '../measures.rules.ts';
import {
  type PeriodComparison,
  comparedSpan,
  comparedSteps,
  type DaySpan,
  type PeriodUnit,
  stepsOf,
  unitOf,
  weekdaysIn,
} from '../periods.rules.ts';
import { figuresReaderOf, findFiguresAccount, seesNames, shownSpan } from './access.service.ts';
import {
  type ChartsOf,
  countedUntil,
  type MostUsed,
  mostUsed,
  narrowedDays,
  type ChartNarrowing,
  peopleOfRooms,
  peopleOfSpans,
  weekHours,
} from './charts.queries.ts';
import { namesOf } from './names.queries.ts';

/** The last twelve weeks. */
const usualDays = 84;
const gigabyte = 1_000_000_000;
const listed = 50;

async function chartDays(ctx: Ctx, of: ChartsOf): Promise<UsageDay[]> {
  const { accountId, span, narrowing } = of;
  const isWhole = narrowing.room === null && narrowing.person === null;
  const days = isWhole
    ? await usedDays(ctx.db.read, { accountId, ...span })
    : (await narrowedDays(ctx.db.read, of)).map((day) => ({ ...day, storageBytes: 0 }));
  return filledDays(days, span);
}

/** A meeting over midnight counts on both days, as it does where use is shown. */
function figuresOf(days: readonly UsageDay[], people: number): ChartFigures {
  const sum = (pick: (day: UsageDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  const most = (pick: (day: UsageDay) => number) => days.reduce((highest, day) => Math.max(highest, pick(day)), 0);
  return {
    meetings: sum((day) => day.meetings),
    minutes: sum((day) => day.minutes),
    people,
    peak: most((day) => day.peak),
    storageBytes: most((day) => day.storageBytes),
  };
}

type ChartedSpan = { days: readonly UsageDay[]; steps: ChartFigures[]; totals: ChartFigures };
type SpanParams = ChartsOf & { steps: readonly DaySpan[]; unit: PeriodUnit };
async function chartedSpan(ctx: Ctx, { steps, unit, ...of }: SpanParams): Promise<ChartedSpan> {
  const days = await chartDays(ctx, of);
  // of a single day it is known
  const spans = unit === 'day' ? [of.span] : [of.span, ...steps];
  const [all = 0, ...people] = await peopleOfSpans(ctx.db.read, { ...of, spans });
  const each = steps.map(({ from, until }, n) => {
    const own = days.filter(({ day }) => day >= from && day <= until);
    return figuresOf(own, unit === 'day' ? (own[0]?.people ?? 0) : (people[n] ?? 0));
  });
  return { days, steps: each, totals: figuresOf(days, all) };
}

type ComparedParams = Omit<SpanParams, 'steps'> & {
  steps: readonly DaySpan[];
  compare: PeriodComparison;
  first: string | null;
};
/** The compared span; null where there is none or the plan does not show all of it. */
async function comparedWith(
  ctx: Ctx,
  { compare, first, ...of }: ComparedParams,
): Promise<(ChartedSpan & { span: DaySpan }) | null> {
  const span = comparedSpan(of.span, { compare, unit: of.unit });
  if (span === null || (first !== null && span.from < first)) return null;
  const steps = comparedSteps(of.steps, { before: span, compare, unit: of.unit });
  return { span, ...(await chartedSpan(ctx, { ...of, span, steps })) };
}

/** Seven rows of 24: people at one time on average. */
async function averageWeek(ctx: Ctx, of: ChartsOf): Promise<number[][]> {
  const found = await weekHours(ctx.db.read, of);
  const counts = weekdaysIn(of.span);
  const seconds = new Map(found.map((one) => [`${one.weekday} ${one.hour}`, one.seconds]));
  return counts.map((count, row) =>
    Array.from({ length: 24 }, (_, hour) => (count === 0 ? 0 : (seconds.get(`${row + 1} ${hour}`) ?? 0) / (count * 3_600))),
  );
}

type UsedRoom = AnalyticsCharts['rooms'][number];
async function named(
  ctx: Ctx,
  of: ChartsOf,
  { by, found }: { by: 'room' | 'person'; found: readonly MostUsed[] },
): Promise<UsedRoom[]> {
  const ids = found.map((one) => one.id);
  const params = { accountId: of.accountId, ids, search: '', most: ids.length };
  const names = new Map((await namesOf(ctx.db.read, by, params)).map((one) => [one.id, one.name]));
  return found.map((one) => ({ ...one, name: names.get(one.id) ?? '' }));
}
async function usedRooms(ctx: Ctx, of: ChartsOf): Promise<UsedRoom[]> {
  const found = await mostUsed(ctx.db.read, 'room', of);
  const ids = found.map((one) => one.id);
  const people = ids.length === 0 ? new Map<string, number>() : await peopleOfRooms(ctx.db.read, of, ids);
  return named(ctx, of, { by: 'room', found: found.map((one) => ({ ...one, people: people.get(one.id) ?? 0 })) });
}

type ChartsQuery = Parsed<typeof analyticsCalls.charts>['query'];
/** Throws `bad_span`, `limit_reached`. */
export async function getCharts(ctx: Ctx, query: ChartsQuery): Promise<AnalyticsCharts> {
  const actor = figuresReaderOf(ctx, 'analytics.view');
  const account = await findFiguresAccount(ctx, actor);
  const { id: accountId, timeZone: zone, today, first, entitlements } = account;
  const until = query.until ?? today;
  const span = shownSpan({ from: query.from ?? addDays(until > today ? today : until, 1 - usualDays), until }, account);
  const narrowing: ChartNarrowing = { room: query.room ?? null, person: query.person ?? null };
  const of: ChartsOf = { accountId, span, narrowing };
  const unit = unitOf(span);
  const steps = stepsOf(span, unit);
  const [charted, compared, week, rooms, people, countedAt] = await Promise.all([
    chartedSpan(ctx, { ...of, steps, unit }),
    comparedWith(ctx, { ...of, steps, unit, compare: query.compare, first }),
    averageWeek(ctx, of),
    usedRooms(ctx, of),
    seesNames(actor) ? mostUsed(ctx.db.read, 'person', of).then((found) => named(ctx, of, { by: 'person', found })) : [],
    countedUntil(ctx.db.read, { accountId, today }),
  ]);
  const peak = charted.totals.peak;
  const gb = entitlements.recordingGb;
  return {
    zone,
    ...span,
    shownFrom: first,
    countedAt,
    unit,
    totals: charted.totals,
    peakDay: peak === 0 ? null : (charted.days.find((day) => day.peak === peak)?.day ?? null),
    before: compared?.totals ?? null,
    beforeFrom: compared?.span.from ?? null,
    beforeUntil: compared?.span.until ?? null,
    limits: {
      peopleAtOnce: entitlements.peopleAtOnce,
      storageBytes: gb === null ? null : gb * gigabyte,
      minutesPerMonth: entitlements.minutesPerMonth,
    },
    steps: steps.map(({ from }, n) => ({
      at: from,
      ...(charted.steps[n] ?? figuresOf([], 0)),
      before: compared?.steps[n] ?? null,
    })),
    week,
    rooms,
    people,
  };
}

type ChoicesQuery = Parsed<typeof analyticsCalls.choices>['query'];
/** Names to narrow figures to. Accounts and servers are there for the operator alone, people for those who see attendance. */
export async function listChoices(
  ctx: Ctx,
  { of, search = '', ids }: ChoicesQuery,
): Promise<ResultIn<typeof analyticsCalls.choices>> {
  const actor = figuresReaderOf(ctx, 'analytics.view');
  if (!dimensionsFor(actor.accountKind).includes(of)) throw notFound();
  if (of === 'person' && !seesNames(actor)) return { items: [] };
  const isWide = actor.accountKind === 'operator' && actor.scope.includes('analytics.explore');
  const wanted = ids?.split(',').filter(isId).slice(0, listed) ?? null;
  const params = { accountId: isWide ? null : actor.accountId, ids: wanted, search, most: listed };
  // the operator looks over all accounts
  return { items: await namesOf(isWide ? ctx.system.read : ctx.db.read, of, params) };
}
