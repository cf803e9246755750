import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { type DateForm, formatDate } from '#kit/dates.ts';
import { useChartViews } from '#kit/ui/chart/chart-card.tsx';
import type { ChartPicture } from '#kit/ui/chart/picture.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Bone } from '#kit/ui/feedback.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { type ChartFigure, chartFigures, serverPicture } from './server-picture.hook.ts';
import { eventWord } from './server-words.hook.ts';
import { historyQuery, type HistorySpan, spans, serversApi } from './servers-data.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './drawer.module.css';

const tickForms = { day: 'time', week: 'shortWeekday', month: 'dayMonth', year: 'monthName' } as const satisfies Record<
  HistorySpan,
  DateForm
>;

type HistoryViewProps = {
  history: ResultIn<typeof serversCalls.history>;
  server: ServerItem;
  figure: ChartFigure;
  span: HistorySpan;
  limit: number | null;
};
function HistoryView({ history, server, figure, span, limit }: HistoryViewProps) {
  const say = serversText();
  const time = useTimeText();
  const { locale, zone } = useReader();
  const title = say(`chart.${figure}`);
  const drawnLimit: ChartPicture['limit'] =
    limit === null ? undefined : { value: limit, name: say('drawer.limit', { count: limit }) };
  const picture = serverPicture({
    history,
    figure,
    limit: drawnLimit,
    words: {
      stepTitle: say('chart.time'),
      figure: title,
      time: (at) => time(at, 'full'),
      tick: (at) => formatDate(at, tickForms[span], { locale, zone }),
      event: (event) => eventWord(say, event),
      number: (value) => say('figure.number', { count: Math.round(value) }),
    },
  });
  const { acts, body } = useChartViews({ title, picture, height: 150, file: `${server.name}-${figure}-${span}` });
  return (
    <>
      <div className={s.chartActs}>{acts}</div>
      <div className={s.rows}>{body}</div>
    </>
  );
}

/** The past of one figure, with its limit and each change of state, as a drawing or as a table. */
export function ServerChart({ server }: { server: ServerItem }) {
  const say = serversText();
  const api = useApi(serversApi);
  const [span, setSpan] = useState<HistorySpan>('day');
  const [figure, setFigure] = useState<ChartFigure>('people');
  const query = useQuery({ ...historyQuery(api, server.id, span), placeholderData: (before) => before });
  const limit = figure === 'people' ? server.maxPeople : figure === 'meetings' ? server.maxMeetings : null;
  const history = query.data;
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
      </div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={say('chart.span')}
        value={span}
        onChange={(value) => setSpan(spans.find((one) => one === value) ?? 'day')}
        data={spans.map((value) => ({ value, label: say(`chart.${value}`) }))}
      />
      {history === undefined && <Bone w="100%" h={140} />}
      {history !== undefined && history.samples.length === 0 && <p className={`quiet small ${s.nothing}`}>{say('chart.none')}</p>}
      {history !== undefined && history.samples.length > 0 && (
        <HistoryView history={history} server={server} figure={figure} span={span} limit={limit} />
      )}
    </section>
  );
}
