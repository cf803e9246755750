/** The drawing alone: its library is big, so pages load this part after they stand. */
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  type DotItemDotProps,
  Line,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type ChartPicture, columnsOf, ticksOf } from './picture.ts';
import { seriesDash, seriesHue } from './series-look.ts';
import s from './chart.module.css';

type ChartRow = { key: string; values: readonly (number | null)[] };
const tick = { fill: 'var(--at-text-3)', fontSize: 12 };
const box = { background: 'var(--at-raised)', border: '1px solid var(--at-line-strong)', borderRadius: 8, padding: '8px 12px' };

/** A figure between two gaps has no line that shows it. */
const loneDot = (values: readonly (number | null)[]) =>
  function LoneDot({ cx, cy, index, stroke }: DotItemDotProps) {
    const known = (at: number) => (values[at] ?? null) !== null;
    if (!known(index) || known(index - 1) || known(index + 1)) return null;
    return <circle cx={cx} cy={cy} r={2} fill={stroke} />;
  };

const valueAt = (at: number) => (row: ChartRow) => row.values[at] ?? null;
function seriesIn(picture: ChartPicture) {
  const { kind, series, before, gaps, bars } = picture;
  const drawn = series.map((one, at) => {
    const { id, name, values } = one;
    const hue = seriesHue(one, at);
    const known = { dataKey: valueAt(at), name, isAnimationActive: false };
    if (kind === 'bars')
      return (
        <Bar
          key={id}
          {...known}
          {...(bars === 'stacked' && { stackId: 'all' })}
          fill={hue}
          maxBarSize={28}
          radius={[2, 2, 0, 0]}
        />
      );
    const line = {
      ...known,
      type: 'linear',
      stroke: hue,
      strokeWidth: 2,
      strokeDasharray: seriesDash(at),
      connectNulls: gaps !== 'open',
      dot: gaps === 'open' && loneDot(values),
      activeDot: { r: 4 },
    } as const;
    if (kind === 'area') return <Area key={id} {...line} fill={hue} fillOpacity={0.12} />;
    return <Line key={id} {...line} />;
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

export function DrawnChart({ picture, title, height }: { picture: ChartPicture; title: string; height: number }) {
  const { dir } = useReader();
  const reversed = dir === 'rtl';
  const columns = columnsOf(picture);
  const data = picture.steps.map(({ key }, n): ChartRow => ({ key, values: columns.map(({ values }) => values[n] ?? null) }));
  const stepAt = new Map(picture.steps.map((step) => [step.key, step]));
  const ticks = ticksOf(picture);
  const write = (value: unknown) => (typeof value === 'number' ? picture.format(value) : '–');
  return (
    <ComposedChart
      responsive
      className={s.drawn ?? ''}
      style={{ width: '100%', height }}
      data={data}
      stackOffset="sign"
      margin={{ top: 8, right: 8, bottom: 0, left: 8 }}
      title={title}
    >
      <CartesianGrid vertical={false} stroke="var(--at-line)" />
      <XAxis
        dataKey="key"
        tickFormatter={(key: string) => stepAt.get(key)?.tick ?? stepAt.get(key)?.name ?? key}
        reversed={reversed}
        tick={tick}
        tickLine={false}
        axisLine={{ stroke: 'var(--at-line-strong)' }}
        minTickGap={16}
      />
      <YAxis
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        interval={0}
        orientation={reversed ? 'right' : 'left'}
        tick={tick}
        tickLine={false}
        axisLine={false}
        width="auto"
        tickFormatter={picture.formatTick ?? write}
      />
      <Tooltip
        contentStyle={{ ...box, direction: dir }}
        itemStyle={{ color: 'var(--at-text)' }}
        labelStyle={{ color: 'var(--at-text-2)' }}
        cursor={{ fill: 'var(--at-hover)', stroke: 'var(--at-line-strong)' }}
        formatter={write}
        labelFormatter={(key) => stepAt.get(String(key))?.name ?? ''}
        isAnimationActive={false}
      />
      {picture.limit !== undefined && <ReferenceLine y={picture.limit.value} stroke="var(--at-amber-dot)" strokeWidth={1.5} />}
      {ticks[0] !== 0 && <ReferenceLine y={0} stroke="var(--at-line-strong)" />}
      {picture.marks?.map(({ key, hue }) => (
        <ReferenceLine key={key} x={key} stroke={`var(--at-${hue})`} strokeDasharray="2 3" />
      ))}
      {seriesIn(picture)}
    </ComposedChart>
  );
}
