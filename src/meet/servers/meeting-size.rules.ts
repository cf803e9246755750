/** How many people a meeting will have, before anybody is in it. */

export const sizeFacts = {
  /** People expected when nothing is known about a meeting. */
  standardSize: 15,
  /** The latest runs of a room that say what is usual there. */
  runsUsed: 10,
  /** The usual size of the account weighs as much as this many runs of the room. */
  priorRuns: 2,
  /** How many people more a meeting may well have: a share of a number that was announced or is usual in the room, else a count. */
  knownMargin: 0.25,
  unknownMargin: 60,
} as const;

/** What is known about the size of a meeting before anybody is in it, in people. */
export type SizeSources = {
  /** What the caller announced (`meta_bbb-meeting-size-hint`, often the number of enrolled people). */
  hint: number | null;
  /** Most people at once in the latest runs of the room, newest first; runs nobody joined left out. */
  roomRuns: readonly number[];
  /** What is usual in the account. */
  accountUsual: number | null;
  /** The smallest of the maxima of plan, room and call. */
  maximum: number | null;
};
/** `margin`: how many more may well come. */
export type ExpectedSize = { people: number; margin: number; source: 'hint' | 'room' | 'account' | 'standard' };

const usable = (size: number | null): size is number => size !== null && Number.isFinite(size) && size >= 1;

/** The upper quartile, interpolated between neighbours; `sizes` must not be empty. */
function upperQuartile(sizes: readonly number[]): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * 0.75;
  const below = sorted[Math.floor(at)] ?? 0;
  return below + ((sorted[Math.ceil(at)] ?? below) - below) * (at - Math.floor(at));
}

function clipped(source: ExpectedSize['source'], size: number, maximum: number | null): ExpectedSize {
  const most = usable(maximum) ? Math.floor(maximum) : Number.POSITIVE_INFINITY;
  const people = Math.max(1, Math.min(Math.round(size), most));
  const margin = source === 'hint' || source === 'room' ? people * sizeFacts.knownMargin : sizeFacts.unknownMargin;
  return { people, margin: Math.min(Math.round(margin), most - people), source };
}

/**
 * The people to expect: the announced number, else what is usual in the room (few runs are drawn towards the account's usual),
 * else what is usual in the account, else a standard; never above the maximum, at least one.
 */
export function expectedSize(sources: SizeSources): ExpectedSize {
  const { standardSize, runsUsed, priorRuns } = sizeFacts;
  if (usable(sources.hint)) return clipped('hint', sources.hint, sources.maximum);
  const base = usable(sources.accountUsual) ? sources.accountUsual : standardSize;
  const runs = sources.roomRuns.filter(usable).slice(0, runsUsed);
  if (runs.length === 0) return clipped(usable(sources.accountUsual) ? 'account' : 'standard', base, sources.maximum);
  return clipped('room', (upperQuartile(runs) * runs.length + base * priorRuns) / (runs.length + priorRuns), sources.maximum);
}

/** The announced number of a create call, or null when the text is none: digits only, 1 to 999 999. */
export function sizeHintOf(text: string): number | null {
  const hint = /^[0-9]{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return hint >= 1 ? hint : null;
}
