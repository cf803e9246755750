import type { AnalyticsCharts, ChartFigures } from '../analytics.contract.ts';
import type { MeasureUnit } from '../measures.rules.ts';
import { analyticsText } from './analytics-text.hook.ts';
import { ChartCard } from '#kit/ui/chart/chart-card.tsx';
import type { ChartPicture } from '#kit/ui/chart/picture.ts';
import type { ChartsAddress } from './charts-address.hook.ts';
import { ChartsFigures } from './charts-figures.part.tsx';
import { useFigureText } from './figures.hook.ts';
import { HeatMap } from './heat-map.part.tsx';
import { MostUsed } from './most-used.part.tsx';
import s from './analytics.module.css';

type PictureParams = { kind: ChartPicture['kind']; figure: keyof ChartFigures; unit: MeasureUnit; limit?: ChartPicture['limit'] };

function usePictures(charts: AnalyticsCharts, compare: ChartsAddress['compare']) {
  const say = analyticsText();
  const { split, figure: write } = useFigureText();
  const { steps, unit: step, before } = charts;
  return ({ kind, figure, unit, limit }: PictureParams): ChartPicture => ({
    kind,
    stepTitle: say(`split.${step}`),
    steps: steps.map(({ at }) => ({ key: at, name: split(at, step) ?? at })),
    series: [{ id: figure, name: say('card.now'), values: steps.map((one) => one[figure]) }],
    ...(before !== null &&
      compare !== 'none' && {
        before: { id: 'before', name: say(`card.${compare}`), values: steps.map((one) => one.before?.[figure] ?? null) },
      }),
    ...(limit !== undefined && { limit }),
    format: (value) => write(value, { unit }),
  });
}

/** Five figures, one wide picture, then pairs. */
export function ChartsBody({ charts, address }: { charts: AnalyticsCharts; address: ChartsAddress }) {
  const say = analyticsText();
  const { number, figure } = useFigureText();
  const pictureOf = usePictures(charts, address.compare);
  const { limits, from, until } = charts;
  const { peopleAtOnce, storageBytes } = limits;
  const narrowed = address.room !== null || address.person !== null;
  const people =
    peopleAtOnce === null ? undefined : { value: peopleAtOnce, name: say('card.plan', { limit: number(peopleAtOnce) }) };
  const storage =
    storageBytes === null
      ? undefined
      : { value: storageBytes, name: say('card.plan', { limit: figure(storageBytes, { unit: 'bytes' }) }) };
  const card = (id: 'meetings' | 'minutes' | 'peak' | 'storage', picture: ChartPicture) => (
    <ChartCard
      id={`charts-${id}`}
      title={say(`measures.${id}.name`)}
      picture={picture}
      height={id === 'peak' ? 220 : 190}
      file={`${id}-${from}-${until}`}
    />
  );
  return (
    <>
      <ChartsFigures charts={charts} narrowed={narrowed ? 'narrowed' : 'all'} />
      {card('peak', pictureOf({ kind: 'lines', figure: 'peak', unit: 'count', limit: people }))}
      <div className={s.pairs}>
        {card('meetings', pictureOf({ kind: 'bars', figure: 'meetings', unit: 'count' }))}
        <HeatMap week={charts.week} />
        {card('minutes', pictureOf({ kind: 'bars', figure: 'minutes', unit: 'minutes' }))}
        {!narrowed && card('storage', pictureOf({ kind: 'area', figure: 'storageBytes', unit: 'bytes', limit: storage }))}
        {charts.rooms.length > 0 && address.room === null && <MostUsed of="rooms" items={charts.rooms} />}
        {charts.people.length > 0 && address.person === null && <MostUsed of="people" items={charts.people} />}
      </div>
    </>
  );
}
