import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AnalyticsCharts } from '../analytics.contract.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { useFigureText } from './figures.hook.ts';
import s from './analytics.module.css';

/** From which part of the storage on somebody should act. */
const NEAR_LIMIT = 0.8;

/** How a figure changed, in words: more is neither good nor bad here. */
function Change({ now, before, write }: { now: number; before: number | undefined; write: (value: number) => string }) {
  const say = analyticsText();
  const { percent } = useFigureText();
  if (before === undefined) return null;
  const Arrow = now > before ? IconArrowUpRight : now < before ? IconArrowDownRight : IconArrowRight;
  const word = now > before ? 'more' : now < before ? 'less' : 'same';
  const wording =
    before === 0 && now > 0
      ? say('change.first', { part: write(now) })
      : say(`change.${word}`, { part: percent(Math.abs(now - before) / Math.max(1, before)), before: write(before) });
  return (
    <>
      <Arrow size={14} stroke={1.75} className="turn" aria-hidden="true" />
      {wording}
    </>
  );
}

type FigureTile = { id: string; value: string; of?: string; near?: 'near'; below: ReactNode };

/** The five figures that answer most questions. Of one room or person there is no storage. */
export function ChartsFigures({ charts, narrowed }: { charts: AnalyticsCharts; narrowed: 'all' | 'narrowed' }) {
  const say = analyticsText();
  const { number, figure, day } = useFigureText();
  const { totals, before, limits, peakDay } = charts;
  const size = (bytes: number) => figure(bytes, { unit: 'bytes' });
  const hours = (minutes: number) => number(Math.round(minutes / 6) / 10);
  const tile = (id: 'meetings' | 'minutes' | 'people', write: (value: number) => string): FigureTile => ({
    id,
    value: write(totals[id]),
    below: <Change now={totals[id]} before={before?.[id]} write={write} />,
  });
  const storage: FigureTile = {
    id: 'storage',
    value: size(totals.storageBytes),
    ...(limits.storageBytes !== null && {
      of: say('figures.of', { limit: size(limits.storageBytes) }),
      ...(totals.storageBytes >= limits.storageBytes * NEAR_LIMIT && { near: 'near' as const }),
    }),
    below: <Change now={totals.storageBytes} before={before?.storageBytes} write={size} />,
  };
  const tiles: FigureTile[] = [
    tile('meetings', number),
    tile('minutes', hours),
    tile('people', number),
    {
      id: 'peak',
      value: number(totals.peak),
      ...(limits.peopleAtOnce !== null && { of: say('figures.of', { limit: number(limits.peopleAtOnce) }) }),
      below: (
        <>
          {peakDay !== null && <span>{day(peakDay)}</span>}
          <Change now={totals.peak} before={before?.peak} write={number} />
        </>
      ),
    },
    ...(narrowed === 'all' ? [storage] : []),
  ];
  return (
    <dl className={s.tiles}>
      {tiles.map(({ id, value, of, near, below }) => (
        <div key={id}>
          <dt>{say.maybe(`figures.${id}`)}</dt>
          <dd>
            <b className="num" data-near={near}>
              <bdi>{value}</bdi>
            </b>
            {of !== undefined && <span className="small soft">{of}</span>}
            <span className={s.change}>{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
