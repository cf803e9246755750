/** The drawing alone: its library is big, so pages load this part after they stand. */
import { Area, Bar, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type ChartPicture, columnsOf } from './chart-picture.hook.ts';
import { seriesDash, seriesHue } from './series-look.hook.ts';
import s from './analytics.module.css';

type ChartRow = { name: string; values: readonly (number | null)[] };
const tick = { fill: 'var(--at-text-3)', fontSize: 12 };
const box = { background: 'var(--at-raised)', border: '1px solid var(--at-line-strong)', borderRadius: 8, padding: '8px 12px' };

const valueAt = (at: number) => (row: ChartRow) => row.values[at] ?? null;
function seriesIn(picture: ChartPicture) {
  const { kind, series, before } = picture;
  const drawn = series.map(({ id, name }, at) => {
    const hue = seriesHue(at);
    const known = { dataKey: valueAt(at), name, isAnimationActive: false };
    if (kind === 'bars') return <Bar key={id} {...known} fill={hue} maxBarSize={28} radius={[2, 2, 0, 0]} />;
    const line = {
      ...known,
      type: 'linear',
      stroke: hue,
      strokeWidth: 2,
      strokeDasharray: seriesDash(at),
      connectNulls: true,
    } as const;
    if (kind === 'area') return <Area key={id} {...line} fill={hue} fillOpacity={0.12} />;
    return <Line key={id} {...line} dot={false} activeDot={{ r: 4 }} />;
  });
  if (before === undefined) return drawn;
  return [
    <Line
      key="before"
      type="linear"
      dataKey={valueAt(series.length)}
      name={before.name}
      stroke="var(--at-grey-dot)"
      strokeWidth={2}
      strokeDasharray="5 4"
      dot={false}
      connectNulls
      isAnimationActive={false}
    />,
    ...drawn,
  ];
}

/** Axes begin at zero and hold the limit, so that heights compare. */
const domainOf = (picture: ChartPicture): [number, (most: number) => number] => [
  0,
  (most) => Math.max(1, most, picture.limit?.value ?? 0),
];

export function DrawnChart({ picture, title, height }: { picture: ChartPicture; title: string; height: number }) {
  const { dir } = useReader();
  const reversed = dir === 'rtl';
  const columns = columnsOf(picture);
  const data = picture.steps.map(({ name }, n): ChartRow => ({ name, values: columns.map(({ values }) => values[n] ?? null) }));
  const write = (value: unknown) => (typeof value === 'number' ? picture.format(value) : '–');
  return (
    <ComposedChart
      responsive
      className={s.drawn ?? ''}
      style={{ width: '100%', height }}
      data={data}
      margin={{ top: 8, right: 8, bottom: 0, left: 8 }}
      title={title}
    >
      <CartesianGrid vertical={false} stroke="var(--at-line)" />
      <XAxis
        dataKey="name"
        reversed={reversed}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--at-line-strong)' }}
        minTickGap={16}
      />
      <YAxis
        domain={domainOf(picture)}
        orientation={reversed ? 'right' : 'left'}
        tick={tick}
        tickLine={false}
        axisLine={false}
        width="auto"
        tickFormatter={write}
        allowDecimals={false}
      />
      <Tooltip
        contentStyle={{ ...box, direction: dir }}
        itemStyle={{ color: 'var(--at-text)' }}
        labelStyle={{ color: 'var(--at-text-2)' }}
        cursor={{ fill: 'var(--at-hover)', stroke: 'var(--at-line-strong)' }}
        formatter={write}
        isAnimationActive={false}
      />
      {picture.limit !== undefined && <ReferenceLine y={picture.limit.value} stroke="var(--at-amber-dot)" strokeWidth={1.5} />}
      {seriesIn(picture)}
    </ComposedChart>
  );
}
