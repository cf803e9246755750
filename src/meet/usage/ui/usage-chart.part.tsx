import { ChartFigure } from '#kit/ui/chart/chart-card.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Usage } from '../usage.contract.ts';
import { filledDays, monthEnd } from '../usage.rules.ts';
import { figuresFor } from './usage-data.hook.ts';
import { usageText } from './usage-text.hook.ts';
import s from './usage.module.css';

/** Participant minutes of each day of a month as bars from zero, and their sum in words. */
export function UsageChart({ usage, month }: { usage: Usage; month: string }) {
  const say = usageText();
  const { number, day, month: named } = figuresFor(useReader().locale);
  const days = filledDays(usage.days, { from: month, until: monthEnd(month) });
  const best = days.reduce((most, one) => (one.minutes > most.minutes ? one : most), days[0] ?? { day: month, minutes: 0 });
  if (best.minutes === 0) return <p className={`soft ${s.nothing}`}>{say('nothing')}</p>;
  const inAll = (n: number) => say('minutes', { n });
  const title = say('column.minutes');
  return (
    <>
      <ChartFigure
        title={title}
        height={200}
        picture={{
          kind: 'bars',
          stepTitle: say('column.day'),
          steps: days.map((one) => ({ key: one.day, name: day(one.day) })),
          series: [{ id: 'minutes', name: title, values: days.map((one) => one.minutes) }],
          format: number,
        }}
      />
      <p className={`small soft ${s.summary}`}>
        {say('summary', {
          minutes: inAll(usage.totals.minutes),
          month: named(month),
          day: day(best.day),
          most: inAll(best.minutes),
        })}
      </p>
    </>
  );
}
