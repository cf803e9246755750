import { Ltr } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ResultIn } from '#kit/contract.ts';
import type { Locale } from '#kit/facts.ts';
import type { ServerItem } from '../server-views.contract.ts';
import type { serversCalls } from '../servers.contract.ts';
import { comingPeople, isSilent, loadPercent } from './server-words.hook.ts';
import { serversText } from './servers-text.hook.ts';
import s from './servers.module.css';

export type ServerPool = ResultIn<typeof serversCalls.list>['pool'];

/** Four figures of the whole pool; only the last one is ever coloured. */
export function PoolFigures({ pool }: { pool: ServerPool }) {
  const say = serversText();
  const look = pool.offline + pool.strained;
  const figures = [
    {
      id: 'people',
      label: say('figure.people'),
      value: say('figure.number', { count: pool.people }),
      more: pool.room === null ? say('figure.noLimit') : say('figure.room', { count: pool.room }),
    },
    {
      id: 'meetings',
      label: say('figure.meetings'),
      value: say('figure.number', { count: pool.meetings }),
      more: say('figure.peak', { count: pool.peakMeetingsToday }),
    },
    {
      id: 'taking',
      label: say('figure.taking'),
      value: say('figure.of', { taking: pool.taking, all: pool.servers }),
      more: say('figure.strained', { count: pool.strained }),
    },
    {
      id: 'look',
      label: say('figure.look'),
      value: say('figure.number', { count: look }),
      more: say('figure.offline', { count: pool.offline }),
    },
  ];
  return (
    <dl className={s.figures}>
      {figures.map((figure) => (
        <div key={figure.id}>
          <dt>{figure.label}</dt>
          <dd className={s.figure} data-hue={figure.id === 'look' && look > 0 ? (pool.offline > 0 ? 'red' : 'amber') : undefined}>
            {figure.value}
          </dd>
          <dd className="tiny quiet">{figure.more}</dd>
        </div>
      ))}
    </dl>
  );
}

const percentText = (locale: Locale, percent: number) =>
  new Intl.NumberFormat(intlTag(locale), { style: 'percent' }).format(percent / 100);

const strainedFrom = 85;
/**
 * How full it is. With a limit in per cent, a tick where it gets tight, people on their way in a lighter tone;
 * without one the bar compares with the busiest of the list and the figure is the load itself.
 */
export function Load({ server, busiest }: { server: ServerItem; busiest: number }) {
  const say = serversText();
  const { locale } = useReader();
  if (isSilent(server)) return null;
  const percent = loadPercent(server);
  const most = server.maxPeople ?? Math.max(1, busiest);
  const of = (value: number) => Math.min(100, Math.max(0, (value / most) * 100));
  const now = of(percent === null ? server.load : server.people);
  const coming = of(percent === null ? server.predicted : server.people + comingPeople(server));
  const full = percent !== null && percent >= strainedFrom;
  return (
    <span className={s.load}>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot be drawn the same in every browser */}
      <span
        className={s.track}
        role="meter"
        aria-label={say('list.load')}
        aria-valuenow={Math.round(Math.max(now, coming))}
        aria-valuemin={0}
        aria-valuemax={100}
        data-full={full || undefined}
        style={cssVars({ '--now': `${now}%`, '--coming': `${Math.max(now, coming)}%` })}
      >
        <i data-coming />
        <i />
        {percent !== null && <b aria-hidden="true" />}
      </span>
      <Ltr className="num">
        {percent === null ? say('figure.number', { count: Math.round(server.load) }) : percentText(locale, percent)}
      </Ltr>
    </span>
  );
}

type SparkProps = { day: ServerItem['day']; hue: 'accent-text' | 'amber-dot' };
const size = { width: 104, height: 26 } as const;

/** A line for a table cell; gaps where nothing was measured. Time runs from left to right in every language. */
export function Spark({ day, hue }: SparkProps) {
  const say = serversText();
  if (day.every((one) => one === null)) return <span className="quiet tiny">{say('list.noData')}</span>;
  const top = Math.max(1, ...day.map((one) => one ?? 0));
  const x = (at: number) => ((at / Math.max(1, day.length - 1)) * size.width).toFixed(1);
  const y = (value: number) => (size.height - 2 - (value / top) * (size.height - 4)).toFixed(1);
  const runs = runsOf(day);
  return (
    <svg
      width={size.width}
      height={size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      className={s.spark}
      style={{ color: `var(--at-${hue})` }}
    >
      {runs.map((run) => {
        // a single hour is a short line, or it could not be seen
        const points = run.length === 1 ? [...run, ...run.map((one) => ({ ...one, at: one.at + 0.6 }))] : run;
        const line = points.map((one) => `${x(one.at)} ${y(one.value)}`).join('L');
        const ends = { from: x(points[0]?.at ?? 0), to: x(points.at(-1)?.at ?? 0) };
        return (
          <g key={ends.from}>
            <path d={`M${line}L${ends.to} ${size.height}L${ends.from} ${size.height}z`} fill="currentColor" opacity="0.1" />
            <path
              d={`M${line}`}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </g>
        );
      })}
    </svg>
  );
}

type FigurePoint = { at: number; value: number };
/** Neighbouring hours that were measured, as lines of their own. */
export function runsOf(values: readonly (number | null)[]): FigurePoint[][] {
  const runs: FigurePoint[][] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  }
  return runs;
}
