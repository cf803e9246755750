/**
 * Whether a queue builds up on the way of one connection (draft-ietf-rmcat-gcc-02 §5): packets say when they were sent
 * (`abs-send-time`), and what arrives later and later had to wait. The sender's clock need not be ours, so each connection has a
 * trend of its own.
 */

/** `abs-send-time` counts 2⁻¹⁸ seconds in 24 bits: it starts again after 64 seconds. */
const TICKS_PER_MS = 262.144;
/** Packets sent within these milliseconds are one group: a picture leaves the browser in bursts. */
const BURST_MS = 5;
const BURST_MOST_MS = 100;
/** Clocks that part by so much in one step were set, or the sender makes its times up: begin again. */
const STRANGE_MS = 3_000;
const POINTS = 20;
const SMOOTH = 0.9;
const GAIN = 4;
const MOST_DELTAS = 60;
/** The detector's threshold adapts to the network's own unrest (§5.4), within these bounds. */
const THRESHOLD = { first: 12.5, least: 6, most: 600, up: 0.0087, down: 0.039, outlier: 15 };
const OVERUSE_MS = 10;
/** The shortest way is looked for in the present and the last of these stretches: clocks drift, and routes change. */
const BASE_MS = 30_000;

type PacketGroup = { firstSent: number; sent: number; firstArrived: number; arrived: number };

export type DelayTrend = {
  /** The last `abs-send-time`, and the same as milliseconds that never wrap. */
  ticks: number;
  sent: number;
  group: PacketGroup | null;
  before: PacketGroup | null;
  deltas: number;
  accumulated: number;
  smoothed: number;
  points: { at: number; delay: number }[];
  slope: number;
  threshold: number;
  thresholdAt: number;
  overFor: number;
  /** The shortest way in this stretch and in the one before, our clock minus the sender's. */
  base: { now: number; before: number; since: number };
  /** Of the present look: the least wait in the queue, and whether the trend went over its threshold. */
  look: { wait: number; over: 'over' | 'under' };
};

export function createDelayTrend(): DelayTrend {
  const never = Number.POSITIVE_INFINITY;
  return {
    ticks: -1,
    sent: 0,
    group: null,
    before: null,
    deltas: 0,
    accumulated: 0,
    smoothed: 0,
    points: [],
    slope: 0,
    threshold: THRESHOLD.first,
    thresholdAt: 0,
    overFor: 0,
    base: { now: never, before: never, since: 0 },
    look: { wait: never, over: 'under' },
  };
}

/** Notes one packet: `ticks` is its `abs-send-time`, `now` the time of its arrival in milliseconds. */
export function noteSendTime(trend: DelayTrend, ticks: number, now: number): void {
  const step = trend.ticks < 0 ? 0 : ((ticks - trend.ticks) << 8) >> 8;
  const arrivedStep = trend.group ? now - trend.group.arrived : 0;
  if (trend.ticks < 0 || Math.abs(arrivedStep - step / TICKS_PER_MS) > STRANGE_MS) return beginTrend(trend, ticks, now);
  // an older packet came late: it says nothing of the queue now
  if (step < 0) return;
  trend.ticks = ticks;
  trend.sent += step / TICKS_PER_MS;
  noteWait(trend, now);
  const { group } = trend;
  if (group && belongs(group, trend.sent, now)) {
    group.sent = trend.sent;
    group.arrived = now;
    return;
  }
  if (group && trend.before) compareGroups(trend, trend.before, group);
  trend.before = group;
  trend.group = { firstSent: trend.sent, sent: trend.sent, firstArrived: now, arrived: now };
}

function beginTrend(trend: DelayTrend, ticks: number, now: number): void {
  Object.assign(trend, createDelayTrend(), { ticks, threshold: trend.threshold });
  trend.base.since = now;
  trend.group = { firstSent: 0, sent: 0, firstArrived: now, arrived: now };
  noteWait(trend, now);
}

function noteWait(trend: DelayTrend, now: number): void {
  const { base, look } = trend;
  const way = now - trend.sent;
  if (now - base.since > BASE_MS) trend.base = { now: way, before: base.now, since: now };
  else base.now = Math.min(base.now, way);
  look.wait = Math.min(look.wait, way - Math.min(trend.base.now, trend.base.before));
}

function belongs(group: PacketGroup, sent: number, now: number): boolean {
  if (sent - group.firstSent <= BURST_MS) return true;
  // several packets that waited for our own process come at once, which is no news of the network
  const late = now - group.arrived - (sent - group.sent);
  return late < 0 && now - group.arrived <= BURST_MS && now - group.firstArrived < BURST_MOST_MS;
}

function compareGroups(trend: DelayTrend, before: PacketGroup, group: PacketGroup): void {
  const delta = group.arrived - before.arrived - (group.sent - before.sent);
  trend.deltas = Math.min(MOST_DELTAS, trend.deltas + 1);
  trend.accumulated += delta;
  trend.smoothed = SMOOTH * trend.smoothed + (1 - SMOOTH) * trend.accumulated;
  trend.points.push({ at: group.arrived, delay: trend.smoothed });
  if (trend.points.length > POINTS) trend.points.shift();
  if (trend.points.length < POINTS) return;
  const slope = slopeOf(trend.points);
  const modified = trend.deltas * slope * GAIN;
  const elapsed = Math.min(100, group.arrived - before.arrived);
  if (modified > trend.threshold && slope >= trend.slope) {
    trend.overFor += elapsed;
    if (trend.overFor > OVERUSE_MS) trend.look.over = 'over';
  } else if (modified <= trend.threshold) {
    trend.overFor = 0;
  }
  trend.slope = slope;
  adaptThreshold(trend, Math.abs(modified), group.arrived);
}

/** Least squares: milliseconds of delay per millisecond. */
function slopeOf(points: DelayTrend['points']): number {
  const [at, delay] = [points.reduce((sum, point) => sum + point.at, 0), points.reduce((sum, point) => sum + point.delay, 0)];
  const middle = { at: at / points.length, delay: delay / points.length };
  let [above, below] = [0, 0];
  for (const point of points) {
    above += (point.at - middle.at) * (point.delay - middle.delay);
    below += (point.at - middle.at) ** 2;
  }
  return below === 0 ? 0 : above / below;
}

function adaptThreshold(trend: DelayTrend, modified: number, now: number): void {
  const elapsed = Math.min(100, now - (trend.thresholdAt || now));
  trend.thresholdAt = now;
  if (modified > trend.threshold + THRESHOLD.outlier) return;
  const speed = modified < trend.threshold ? THRESHOLD.down : THRESHOLD.up;
  const next = trend.threshold + speed * (modified - trend.threshold) * elapsed;
  trend.threshold = Math.min(THRESHOLD.most, Math.max(THRESHOLD.least, next));
}

/** Takes the present way for the shortest one: a queue that nothing empties is none, but another route or a clock that was set. */
export function rebaseTrend(trend: DelayTrend): void {
  trend.base = { ...trend.base, now: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY };
}

/** What the packets since the last look say; null when none came. `wait` is the least wait among them: a late process delays some, a queue all. */
export function lookAtTrend(trend: DelayTrend): { wait: number; over: 'over' | 'under' } | null {
  const { look } = trend;
  trend.look = { wait: Number.POSITIVE_INFINITY, over: 'under' };
  return Number.isFinite(look.wait) ? look : null;
}
