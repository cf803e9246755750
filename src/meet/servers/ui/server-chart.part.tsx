import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { areaOf, type ChartFigure, chartFigures, linesOf, topOf } from './chart-shape.hook.ts';
import { eventWord } from './server-words.hook.ts';
import { historyQuery, type Span, spans, serversApi } from './servers-data.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './drawer.module.css';

type History = ResultIn<typeof serversCalls.history>;
type Drawn = { history: History; figure: ChartFigure; span: Span; limit: number | null };

function useTick(span: Span): (at: number) => string {
  const { locale, zone } = useReader();
  const shape: Intl.DateTimeFormatOptions =
    span === 'day'
      ? { hour: '2-digit', minute: '2-digit' }
      : span === 'week'
        ? { weekday: 'short' }
        : span === 'month'
          ? { day: 'numeric', month: 'short' }
          : { month: 'short' };
  const format = new Intl.DateTimeFormat(intlTag(locale), { timeZone: zone, ...shape });
  return (at) => format.format(at);
}

/** What stands under the pointer. */
function useReading(history: History) {
  const [at, setAt] = useState<number | null>(null);
  const { samples, from, to } = history;
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const moment = from + ((event.clientX - box.left) / Math.max(1, box.width)) * (to - from);
    const away = (one: History['samples'][number]) => Math.abs(one.at - moment);
    const near = samples.reduce<History['samples'][number] | null>(
      (best, one) => (best === null || away(one) < away(best) ? one : best),
      null,
    );
    setAt(near?.at ?? null);
  };
  return { sample: samples.find((one) => one.at === at) ?? null, move, leave: () => setAt(null) };
}

/** Time runs from left to right in every language. The area begins at zero. */
function Area({ history, figure, span, limit }: Drawn) {
  const say = serversText();
  const time = useTimeText();
  const tick = useTick(span);
  const reading = useReading(history);
  const top = topOf(history.samples, { figure, limit });
  const y = (value: number) => 100 - (value / top) * 100;
  const x = (at: number) => ((at - history.from) / (history.to - history.from)) * 100;
  const said = (value: number) => say('figure.number', { count: Math.round(value) });
  const values = history.samples.map((one) => one[figure]);
  const label = say('chart.said', {
    figure: say(`chart.${figure}`),
    max: said(Math.max(0, ...values)),
    last: said(values.at(-1) ?? 0),
  });
  const turns = history.events.filter((event) => event.kind === 'state' || event.kind === 'health' || event.kind === 'panic');
  const ticks = [0, 1, 2, 3].map((part) => history.from + ((history.to - history.from) * part) / 4);
  return (
    <div className={s.chart} dir="ltr">
      <div className={s.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{said(value)}</span>
        ))}
      </div>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className={s.plot}
        role="img"
        aria-label={label}
        onPointerMove={reading.move}
        onPointerLeave={reading.leave}
      >
        <line x1="0" x2="100" y1="100" y2="100" className={s.base} />
        <line x1="0" x2="100" y1="50" y2="50" className={s.guide} />
        {turns.map((event) => (
          <line key={event.id} x1={x(event.at)} x2={x(event.at)} y1="0" y2="100" className={s.turn} data-became={event.became}>
            <title>{`${time(event.at, 'full')}: ${eventWord(say, event)}`}</title>
          </line>
        ))}
        {limit !== null && <line x1="0" x2="100" y1={y(limit)} y2={y(limit)} className={s.limit} />}
        {linesOf(history).map((run) => {
          const points = run.map((one) => `${x(one.at).toFixed(2)} ${y(one[figure]).toFixed(2)}`);
          return (
            <g key={run[0]?.at}>
              <path d={areaOf(points)} className={s.area} />
              <path d={`M${points.join('L')}`} className={s.line} />
            </g>
          );
        })}
        {reading.sample !== null && (
          <line x1={x(reading.sample.at)} x2={x(reading.sample.at)} y1="0" y2="100" className={s.cursor} />
        )}
      </svg>
      <div className={s.ticks} aria-hidden="true">
        {ticks.map((at) => (
          <span key={at}>{tick(at)}</span>
        ))}
      </div>
      <p className={s.reading} aria-hidden="true">
        {reading.sample !== null && (
          <DotLine>
            {time(reading.sample.at, 'full')}
            <b>{said(reading.sample[figure])}</b>
          </DotLine>
        )}
      </p>
    </div>
  );
}

function AsTable({ history, figure }: Drawn) {
  const say = serversText();
  const time = useTimeText();
  // newest first; every twelfth of five minutes is enough to read
  const each = Math.max(1, Math.ceil(history.samples.length / 48));
  const rows = history.samples.filter((_, at) => at % each === 0).toReversed();
  return (
    <Scrolls className={s.rows} label={say(`chart.${figure}`)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('chart.time')}</th>
            <th scope="col" className="end">
              {say(`chart.${figure}`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <td>{time(row.at, 'full')}</td>
              <td className="end">
                <Ltr>{say('figure.number', { count: Math.round(row[figure]) })}</Ltr>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** The past of one figure, with its limit and each change of state, as a picture or as a table. */
export function ServerChart({ server }: { server: ServerItem }) {
  const say = serversText();
  const api = useApi(serversApi);
  const [span, setSpan] = useState<Span>('day');
  const [figure, setFigure] = useState<ChartFigure>('people');
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const query = useQuery({ ...historyQuery(api, server.id, span), placeholderData: (before) => before });
  const limit = figure === 'people' ? server.maxPeople : figure === 'meetings' ? server.maxMeetings : null;
  const history = query.data;
  const drawn = history === undefined ? null : { history, figure, span, limit };
  return (
    <section aria-label={say(`chart.${figure}`)}>
      <div className={s.chartHead}>
        <NativeSelect
          size="xs"
          aria-label={say('chart.figure')}
          value={figure}
          onChange={(event) => setFigure(chartFigures.find((one) => one === event.currentTarget.value) ?? 'people')}
          data={chartFigures.map((value) => ({ value, label: say(`chart.${value}`) }))}
        />
        {limit !== null && <span className="small quiet">{say('drawer.limit', { count: limit })}</span>}
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={say('chart.span')}
        value={span}
        onChange={(value) => setSpan(spans.find((one) => one === value) ?? 'day')}
        data={spans.map((value) => ({ value, label: say(`chart.${value}`) }))}
      />
      {drawn === null && <Bone w="100%" h={140} />}
      {drawn !== null && drawn.history.samples.length === 0 && <p className={`quiet small ${s.nothing}`}>{say('chart.none')}</p>}
      {drawn !== null && drawn.history.samples.length > 0 && (
        <>
          {look === 'chart' ? <Area {...drawn} /> : <AsTable {...drawn} />}
          <Button size="xs" variant="subtle" onClick={() => setLook(look === 'chart' ? 'table' : 'chart')}>
            {say(look === 'chart' ? 'chart.table' : 'chart.chart')}
          </Button>
        </>
      )}
    </section>
  );
}
