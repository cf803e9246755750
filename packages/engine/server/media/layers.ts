/** Pure decisions: which layer of each picture a viewer gets, and how much video its network carries. */

/** One size of a picture. `height` in pixels, 0 = not known yet; `bitrate` in bits per second; `alive` = it sent within the last second. */
export type LayerFacts = { height: number; bitrate: number; alive: boolean };
/** `height` is how tall the viewer draws it, in device pixels; `highest` the largest layer index allowed now. */
export type PictureWish = { layers: readonly LayerFacts[]; height: number; highest: number };

/** A layer may be a quarter smaller than its tile before it looks soft. */
const ENOUGH = 0.75;

/**
 * Index of the layer for each picture, most wanted first, smallest layer = 0; -1 when a picture has no layer or must pause.
 * A dead layer is not chosen while another lives: a browser that runs short of bandwidth stops its upper layers, and a slot that
 * waits for one would stay frozen. Within `bits` per second each of the first `shown` pictures gets the smallest layer before any
 * gets a larger one.
 */
export function chooseLayers(pictures: readonly PictureWish[], { bits, shown }: LayerLimit): number[] {
  const wished = pictures.map((picture, index) => (index < (shown ?? pictures.length) ? wishedLayer(picture) : -1));
  if (bits === null) return wished;
  const chosen = pictures.map((picture, index) => Math.min(wished[index] ?? -1, firstAlive(picture)));
  const rate = (picture: PictureWish, layer: number): number => picture.layers[layer]?.bitrate ?? 0;
  let used = pictures.reduce((sum, picture, index) => sum + rate(picture, chosen[index] ?? -1), 0);
  for (const [index, picture] of pictures.entries()) {
    const extra = rate(picture, wished[index] ?? -1) - rate(picture, chosen[index] ?? -1);
    if (used + extra > bits) continue;
    used += extra;
    chosen[index] = wished[index] ?? -1;
  }
  return chosen;
}

function firstAlive(picture: PictureWish): number {
  return Math.max(
    0,
    picture.layers.findIndex((layer) => layer.alive),
  );
}

function wishedLayer(picture: PictureWish): number {
  if (picture.layers.length === 0) return -1;
  const alive = picture.layers.flatMap((layer, index) => (layer.alive && index <= picture.highest ? [index] : []));
  // When nothing lives (a camera that pauses), the smallest layer is the one that comes back first.
  if (alive.length === 0) return firstAlive(picture);
  const enough = alive.find((index) => (picture.layers[index]?.height ?? 0) >= picture.height * ENOUGH);
  return enough ?? alive.at(-1) ?? 0;
}

/** What a reader's network carries: `bits` per second for pictures, and so many pictures at all; null = no limit. */
export type LayerLimit = { bits: number | null; shown: number | null };
export const noLimit: LayerLimit = { bits: null, shown: null };
/** `delay` is one of the last reports, with its time; after `waitMs` without trouble more is tried. */
export type LineBudget = LayerLimit & { changedAt: number; raisedAt: number; delay: { ms: number; at: number }; waitMs: number };

export type NetworkLook = {
  now: number;
  startedAt: number;
  /** Share 0–1 lost since the last look, null without a report. */
  loss: number | null;
  /** Milliseconds that packets wait in queues on the way to the reader and back, null without a report. */
  delay: number | null;
  /** The browser's estimate, bits per second. */
  remb: number | null;
  /** Bits per second of the video that is sent, of the same in the smallest layers, and of what would be sent without a limit. */
  sent: number;
  smallest: number;
  wished: number;
  /** Pictures that could be shown. */
  pictures: number;
};

/** The first reports tell of the connection's own beginning. */
const SETTLING_MS = 2_000;
const HEAVY_LOSS = 0.1;
const LIGHT_LOSS = 0.02;
/** Radio loses some packets whatever is sent: pictures pause only for more than that. */
const PAUSING_LOSS = 0.2;
/** A shorter one is enough where the browser's estimate is below what it is sent, too. */
const LONG_DELAY_MS = { alone: 150, estimated: 75 };
/** A queue that empties is shorter by so much than it was about a second ago. */
const EMPTIES = { share: 0.95, overMs: 800 };
/** A smaller layer begins with a key frame, and a queue empties slowly. */
const DOWN_EVERY_MS = { loss: 1_000, delay: 2_500 };
const UP_EVERY_MS = { first: 5_000, paused: 20_000, most: 60_000 };
const REMB_SHARE = 0.8;
/** Measured rates of the smallest layers differ from what was sent by so much. */
const SMALLEST = 1.2;

export const openBudget = (now: number): LineBudget => ({
  ...noLimit,
  changedAt: now,
  raisedAt: Number.NEGATIVE_INFINITY,
  delay: { ms: 0, at: now },
  waitMs: UP_EVERY_MS.first,
});

/**
 * The next limit. Loss lowers it, and a queue that does not shrink: first to smaller layers, then to fewer pictures, in the end to
 * the voices alone. The browser's estimate follows what it is sent, so alone it says nothing. Stepping up is the probe, because
 * nothing else probes; a step that failed is tried again after twice the time.
 */
export function nextBudget(budget: LineBudget, look: NetworkLook): LineBudget {
  if (look.now - look.startedAt < SETTLING_MS) return budget;
  if (look.loss === null && look.delay === null && budget.shown !== 0) return budget;
  const later = look.delay !== null && look.now - budget.delay.at >= EMPTIES.overMs;
  const next = later ? { ...budget, delay: { ms: look.delay ?? 0, at: look.now } } : budget;
  const waited = look.now - budget.changedAt;
  const loss = look.loss ?? 0;
  const long = look.remb !== null && look.remb < look.sent ? LONG_DELAY_MS.estimated : LONG_DELAY_MS.alone;
  const waits = look.delay !== null && look.delay > long && look.delay >= EMPTIES.share * budget.delay.ms;
  // what a step up does shows at once
  const settled = (ms: number): boolean => waited >= ms || budget.changedAt === budget.raisedAt;
  const lossy = loss > HEAVY_LOSS && settled(DOWN_EVERY_MS.loss);
  if (lossy) return lowerBudget(next, look, { lost: loss, lasts: loss >= PAUSING_LOSS });
  // a busy machine answers late once, a queue makes two reports late
  const twice = budget.delay.ms > LONG_DELAY_MS.alone;
  if (waits && settled(DOWN_EVERY_MS.delay)) return lowerBudget(next, look, { lost: 0, lasts: twice });
  const calm = loss < LIGHT_LOSS && (look.delay ?? budget.delay.ms) < LONG_DELAY_MS.estimated;
  const limited = budget.bits !== null || budget.shown !== null;
  return limited && calm && waited >= budget.waitMs ? raiseBudget(next, look) : next;
}

/** `lost` is the share that is lost, 0 where it is the queue; only what `lasts` pauses pictures. */
function lowerBudget(budget: LineBudget, look: NetworkLook, { lost, lasts }: { lost: number; lasts: boolean }): LineBudget {
  const failed = look.now - budget.raisedAt < 2 * budget.waitMs;
  const waitMs = failed ? Math.min(UP_EVERY_MS.most, 2 * budget.waitMs) : UP_EVERY_MS.first;
  const next = { ...budget, changedAt: look.now, waitMs };
  const little = lost === 0 && look.remb !== null && look.remb < look.smallest / 2;
  if (little || look.sent <= SMALLEST * look.smallest) {
    if (look.sent === 0 || !(little || lasts)) return budget;
    const shown = Math.floor(Math.min(budget.shown ?? look.pictures, look.pictures) / 2);
    return { ...next, bits: look.smallest, shown, waitMs: Math.max(UP_EVERY_MS.paused, waitMs) };
  }
  const carried = Math.min(look.sent, budget.bits ?? look.sent) * (1 - lost) * REMB_SHARE;
  const bits = look.remb === null ? carried : Math.min(carried, Math.max(carried / 2, look.remb * REMB_SHARE));
  return { ...next, bits: Math.max(bits, look.smallest) };
}

function raiseBudget(budget: LineBudget, look: NetworkLook): LineBudget {
  const next = { ...budget, changedAt: look.now, raisedAt: look.now };
  if (budget.shown !== null) {
    const shown = Math.max(1, 2 * budget.shown);
    return { ...next, shown: shown >= look.pictures ? null : shown };
  }
  const raised = Math.max(budget.bits ?? 0, look.sent) * 1.5;
  return { ...next, bits: raised > look.wished ? null : raised };
}
