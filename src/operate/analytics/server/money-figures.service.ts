/** Measures in money, from the months that the books keep; of a month that they do not, there is no figure. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { BooksMonth } from '#sales/books/books.contract.ts';
import { money } from '#sales/books/server/months.service.ts';
import type { MeasureId } from '../measures.rules.ts';
import type { DaySpan } from '../periods.rules.ts';

/** With a tenth. */
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 1_000) / 10);

function figureOf(measure: MeasureId, month: BooksMonth): number | null {
  if (measure === 'recurring') return month.recurring;
  if (measure === 'arpu') return month.subscriptions === 0 ? null : Math.round(month.recurring / month.subscriptions);
  // what there was at its start: without those that came, with those that went
  if (measure === 'churn') return percent(month.gone, month.subscriptions - month.came + month.gone);
  return measure === 'trialsPaid' ? percent(month.trialsTurned, month.trialsTurned + month.trialsEnded) : null;
}

type MoneyFigures = {
  currency: string | null;
  rows: { keys: string[]; figures: (number | null)[] }[];
  totals: (number | null)[];
};
type MoneyParams = { measures: readonly MeasureId[]; span: DaySpan; split: 'months' | 'whole'; today: string };
/** Of the currency that brings most. What is overdue is known of now alone. Throws `not_allowed` for who may not see the books. */
export async function moneyFigures(ctx: Ctx, { measures, span, split, today }: MoneyParams): Promise<MoneyFigures> {
  const { currencies, overdue } = await money(ctx);
  const [main] = currencies.toSorted((a, b) => (b.months.at(-1)?.recurring ?? 0) - (a.months.at(-1)?.recurring ?? 0));
  const currency = main?.currency ?? overdue[0]?.currency ?? null;
  const late = overdue.find((one) => one.currency === currency)?.amount ?? 0;
  const months = (main?.months ?? []).filter(({ month }) => month >= span.from.slice(0, 7) && month <= span.until.slice(0, 7));
  const of = (month: BooksMonth) =>
    measures.map((measure) =>
      measure === 'overdue' ? (month.month === today.slice(0, 7) ? late : null) : figureOf(measure, month),
    );
  const rows = months.map((month) => ({ keys: [`${month.month}-01`], figures: of(month) }));
  const last = months.at(-1);
  const totals = last === undefined ? measures.map(() => null) : of(last);
  return { currency, rows: split === 'months' ? rows : last === undefined ? [] : [{ keys: [], figures: totals }], totals };
}
