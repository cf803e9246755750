/** Pure decisions: which layer of each picture a viewer gets, and how much video its network carries. */

/** One size of a picture. `height` in pixels, 0 = not known yet; `bitrate` in bits per second; `alive` = it sent within the last second. */
export type LayerFacts = { height: number; bitrate: number; alive: boolean };
/** `height` is how tall the viewer draws it, in device pixels; `highest` the largest layer index allowed now. */
export type PictureWish = { layers: readonly LayerFacts[]; height: number; highest: number };

/** A layer may be a quarter smaller than its tile before it looks soft. */
const ENOUGH = 0.75;

/**
 * Index of the layer for each picture, most wanted first, smallest layer = 0; -1 when a picture has no layer.
 * A dead layer is not chosen while another lives: a browser that runs short of bandwidth stops its upper layers, and a slot that
 * waits for one would stay frozen. Within `budget` (bits per second, null = none) everybody gets the smallest layer first.
 */
export function chooseLayers(pictures: readonly PictureWish[], budget: number | null): number[] {
  const wished = pictures.map(wishedLayer);
  if (budget === null) return wished;
  const chosen = pictures.map((picture, index) => Math.min(wished[index] ?? -1, firstAlive(picture)));
  const rate = (picture: PictureWish, layer: number): number => picture.layers[layer]?.bitrate ?? 0;
  let used = pictures.reduce((sum, picture, index) => sum + rate(picture, chosen[index] ?? -1), 0);
  for (const [index, picture] of pictures.entries()) {
    const extra = rate(picture, wished[index] ?? -1) - rate(picture, chosen[index] ?? -1);
    if (used + extra > budget) continue;
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

export type NetworkLook = {
  now: number;
  startedAt: number;
  /** Share 0–1 lost since the last look, null without a report. */
  loss: number | null;
  /** The browser's estimate, bits per second. */
  remb: number | null;
  /** Bits per second of the video that is sent, and of what would be sent without a limit. */
  sent: number;
  wished: number;
};
export type Budget = { bits: number | null; changedAt: number };

const SETTLING_MS = 8_000;
const HEAVY_LOSS = 0.08;
const LIGHT_LOSS = 0.02;
const DOWN_EVERY_MS = 1_000;
const UP_EVERY_MS = 5_000;
const REMB_SHARE = 0.8;

/**
 * The next limit. Only loss lowers it: browsers estimate from what they are sent, so a low estimate alone says nothing. Stepping up
 * is the probe, because nothing else probes.
 */
export function nextBudget(budget: Budget, look: NetworkLook): Budget {
  if (look.loss === null || look.now - look.startedAt < SETTLING_MS) return budget;
  const waited = look.now - budget.changedAt;
  if (look.loss > HEAVY_LOSS && waited >= DOWN_EVERY_MS) {
    const carried = Math.min(look.sent, budget.bits ?? look.sent) * (1 - look.loss) * REMB_SHARE;
    return {
      bits: look.remb === null ? carried : Math.min(carried, Math.max(carried / 2, look.remb * REMB_SHARE)),
      changedAt: look.now,
    };
  }
  if (budget.bits !== null && look.loss < LIGHT_LOSS && waited >= UP_EVERY_MS) {
    const raised = Math.max(budget.bits, look.sent) * 1.5;
    return { bits: raised > look.wished ? null : raised, changedAt: look.now };
  }
  return budget;
}
