import { Panel } from '#kit/ui/bits.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { analyticsText } from './analytics-text.hook.ts';
import { useFigureText } from './figures.hook.ts';
import s from './analytics.module.css';

/** From nobody to the fullest hour. */
const steps = [0, 1, 2, 3, 4] as const;
type HeatCell = { day: number; hour: number; value: number };

/** The hours that are used, and those of a school or office at least. */
function shownHours(week: readonly (readonly number[])[]): number[] {
  const used = week.flatMap((row) => row.flatMap((value, hour) => (value > 0 ? [hour] : [])));
  const [from, until] = [Math.min(8, ...used), Math.max(16, ...used)];
  return Array.from({ length: until - from + 1 }, (_, n) => from + n);
}
const fullestIn = (week: readonly (readonly number[])[]): HeatCell =>
  week
    .flatMap((row, at) => row.map((value, hour) => ({ day: at + 1, hour, value })))
    .reduce((most, one) => (one.value > most.value ? one : most), { day: 1, hour: 0, value: 0 });

/** When most people meet: a table of days and hours, darker where more are. */
export function HeatMap({ week }: { week: readonly (readonly number[])[] }) {
  const say = analyticsText();
  const { number, hour: hourText, weekday, shortWeekday } = useFigureText();
  const fullest = fullestIn(week);
  const hours = shownHours(week);
  const stepOf = (value: number) =>
    value <= 0 ? 0 : Math.min(steps.length - 1, Math.floor((value / fullest.value) * steps.length));
  return (
    <Panel id="charts-week" title={say('heat.title')} aside={<span className="small soft">{say('heat.what')}</span>}>
      <Scrolls className={s.scroll} label={say('heat.what')}>
        <table className={s.heat} aria-label={say('heat.what')}>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col" aria-label={hourText(hour)}>
                  <bdi>{hour}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.map((row, at) => (
              <tr key={weekday(at + 1)}>
                <th scope="row">{shortWeekday(at + 1)}</th>
                {hours.map((hour) => {
                  const value = row[hour] ?? 0;
                  const isFullest = value > 0 && fullest.day === at + 1 && fullest.hour === hour;
                  return (
                    <td key={hour} data-step={stepOf(value)} data-fullest={isFullest || undefined}>
                      <bdi>{number(Math.round(value))}</bdi>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <p className={s.heatFoot}>
        <span className={s.heatScale}>
          {say('heat.few')}
          {steps.map((step) => (
            <i key={step} data-step={step} aria-hidden="true" />
          ))}
          {say('heat.many')}
        </span>
        {fullest.value > 0 && <b>{say('heat.fullest', { day: weekday(fullest.day), hour: hourText(fullest.hour) })}</b>}
      </p>
    </Panel>
  );
}
