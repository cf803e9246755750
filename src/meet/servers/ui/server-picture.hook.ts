import type { ResultIn } from '#kit/contract.ts';
import type { ChartPicture } from '#kit/ui/chart/picture.ts';
import type { serversCalls } from '../servers.contract.ts';

type ServerHistory = ResultIn<typeof serversCalls.history>;
type HistorySample = ServerHistory['samples'][number];
export const chartFigures = ['people', 'meetings', 'videos', 'load'] as const;
export type ChartFigure = (typeof chartFigures)[number];

/** Samples further apart than this, in steps, have a gap between them: nothing was measured there. */
const WIDEST_STEP = 2.5;
/** Where a step without a sample stands, in epoch milliseconds, or the sample itself. */
type HistoryStep = { at: number; sample: HistorySample | null };

/** The samples, and between those that are too far apart the steps that are missing, so that the axis is true to time. */
export function stepsOf({ samples, stepMs }: Pick<ServerHistory, 'samples' | 'stepMs'>): HistoryStep[] {
  return samples.flatMap((sample, n): HistoryStep[] => {
    const before = samples[n - 1]?.at ?? sample.at;
    const missing = sample.at - before > stepMs * WIDEST_STEP ? Math.round((sample.at - before) / stepMs) - 1 : 0;
    const gap = Array.from({ length: missing }, (_step, at) => ({ at: before + (at + 1) * stepMs, sample: null }));
    return [...gap, { at: sample.at, sample }];
  });
}

const hues: Readonly<Record<string, string>> = {
  offline: 'red-dot',
  disabled: 'red-dot',
  degraded: 'amber-dot',
  draining: 'amber-dot',
  healthy: 'green-dot',
  enabled: 'green-dot',
};
type ServerPictureParams = {
  history: ServerHistory;
  figure: ChartFigure;
  limit: ChartPicture['limit'];
  words: {
    stepTitle: string;
    figure: string;
    time: (at: number) => string;
    tick: (at: number) => string;
    event: (event: ServerHistory['events'][number]) => string;
    number: (value: number) => string;
  };
};

/** The past of one figure, with its limit and each change of state. */
export function serverPicture({ history, figure, limit, words }: ServerPictureParams): ChartPicture {
  const steps = stepsOf(history);
  const nearest = (at: number) => steps.findLast((step) => step.at <= at) ?? steps[0];
  const turns = history.events
    .filter(({ kind }) => kind === 'state' || kind === 'health' || kind === 'panic')
    .map((event) => ({ key: String(nearest(event.at)?.at), event }));
  const eventsAt = Map.groupBy(turns, ({ key }) => key);
  return {
    kind: 'area',
    gaps: 'open',
    stepTitle: words.stepTitle,
    steps: steps.map(({ at }) => ({
      key: String(at),
      name: [words.time(at), ...(eventsAt.get(String(at)) ?? []).map(({ event }) => words.event(event))].join(' · '),
      tick: words.tick(at),
    })),
    series: [{ id: figure, name: words.figure, values: steps.map(({ sample }) => sample?.[figure] ?? null) }],
    ...(limit !== undefined && { limit }),
    marks: [...eventsAt].map(([key, [first]]) => ({ key, hue: hues[first?.event.became ?? ''] ?? 'grey-dot' })),
    format: words.number,
  };
}
