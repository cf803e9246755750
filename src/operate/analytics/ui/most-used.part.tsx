import { Panel } from '#kit/ui/bits.tsx';
import { chartText } from '#kit/ui/chart/chart-text.ts';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import table from '#kit/ui/table/table.module.css';
import type { AnalyticsCharts } from '../analytics.contract.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { useFigureText } from './figures.hook.ts';
import s from './analytics.module.css';

type MostUsedProps = { of: 'rooms' | 'people'; items: AnalyticsCharts['rooms'] };
/** Rooms used most, or people who met most. */
export function MostUsed({ of, items }: MostUsedProps) {
  const say = analyticsText();
  const { number } = useFigureText();
  const columns = of === 'rooms' ? (['meetings', 'minutes', 'people'] as const) : (['meetings', 'minutes'] as const);
  const split = of === 'rooms' ? 'room' : 'person';
  const nameOf = (name: string, at: number) => (name === '' ? say('split.hidden', { n: at + 1 }) : name);
  return (
    <Panel id={`charts-${of}`} title={say(`used.${of}`)} flush="flush">
      <Scrolls className={s.scroll} label={`${say(`used.${of}`)}: ${chartText()('table')}`}>
        <table className={table.table} aria-label={say(`used.${of}`)}>
          <thead>
            <tr>
              <th scope="col">{say(`split.${split}`)}</th>
              {columns.map((name) => (
                <th key={name} scope="col" className="end">
                  {say(`measures.${name}.name`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((one, at) => (
              <tr key={one.id}>
                <th scope="row" className={s.name}>
                  <bdi>{nameOf(one.name, at)}</bdi>
                </th>
                {columns.map((name) => (
                  <td key={name} className="end num">
                    <bdi>{number(one[name])}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </Panel>
  );
}
