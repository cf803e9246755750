import { cssVars } from '#kit/ui/css-vars.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Usage } from '../usage.contract.ts';
import { filledDays, monthEnd } from '../usage.rules.ts';
import { figuresFor } from './usage-data.hook.ts';
import { usageText } from './usage-text.hook.ts';
import s from './usage.module.css';

/** The smallest round figure above, so that bars of two months compare at a glance. */
export function topOf(most: number): number {
  if (most <= 10) return 10;
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((by) => by * step).find((top) => top >= most) ?? most;
}

/** Participant minutes of each day of a month as bars from zero. The table says the same in words. */
export function UsageChart({ usage, month }: { usage: Usage; month: string }) {
  const say = usageText();
  const { number, day, month: named } = figuresFor(useReader().locale);
  const days = filledDays(usage.days, { from: month, until: monthEnd(month) });
  const best = days.reduce((most, one) => (one.minutes > most.minutes ? one : most), days[0] ?? { day: month, minutes: 0 });
  if (best.minutes === 0) return <p className={`soft ${s.nothing}`}>{say('nothing')}</p>;
  const top = topOf(best.minutes);
  const inAll = (n: number) => say('minutes', { n });
  const summary = say('summary', {
    minutes: inAll(usage.totals.minutes),
    month: named(month),
    day: day(best.day),
    most: inAll(best.minutes),
  });
  return (
    <figure className={s.chart}>
      <div className={s.scale} aria-hidden="true">
        <span>{number(top)}</span>
        <span>{number(top / 2)}</span>
        <span>0</span>
      </div>
      <div className={s.bars} role="img" aria-label={summary}>
        {days.map((one) => (
          <span key={one.day} className={s.slot} title={`${day(one.day)}: ${inAll(one.minutes)}`}>
            <i style={cssVars({ '--part': String(one.minutes / top) })} data-some={one.minutes > 0 || undefined} />
          </span>
        ))}
      </div>
      <div className={s.ends} aria-hidden="true">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (one) => one !== undefined && <span key={one.day}>{day(one.day)}</span>,
        )}
      </div>
      <figcaption className="small soft">{summary}</figcaption>
    </figure>
  );
}
