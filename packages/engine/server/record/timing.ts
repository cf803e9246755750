/**
 * Turns RTP timestamps into times of the file. The sender's reports tie them to the sender's clock (RFC 3550 §6.4.1), which sound and
 * picture of one person share: where a browser under load loses samples, its RTP time falls behind and the reports show it.
 */

/** Samples or ticks of the RTP clock in a millisecond. */
export const TICKS_PER_MS = { audio: 48, video: 90 } as const;
/** A difference up to this is left alone: it is hardly noticed, and each correction is a small jump. Milliseconds. */
const SHIFT_FROM_MS = 40;
/** The sender's clock was set, when it and ours disagree by more than this between two reports. Milliseconds. */
const CLOCK_SET_MS = 1_000;

/** Epoch milliseconds of an NTP time given in two halves. */
export function ntpToEpoch(high: number, low: number): number {
  return (high - 2_208_988_800) * 1_000 + (low * 1_000) / 2 ** 32;
}

/** `ntp` in epoch milliseconds of the sender's clock; `arrivedAt` in milliseconds of ours. */
export type TimingReport = { ntp: number; timestamp: number; arrivedAt: number };

export type TrackTiming = {
  /** Milliseconds of the file, corrected. The first timestamp asked for is time 0. */
  place(timestamp: number): number;
  report(report: TimingReport): void;
  /** The sender's clock at time 0 of the file, epoch milliseconds; null before the first report. */
  ntpAtStart(): number | null;
  /** Corrections made so far. */
  shifts(): number;
};

type TimingAnchor = TimingReport & { extended: number };

export function rtpTiming(kind: keyof typeof TICKS_PER_MS): TrackTiming {
  const ticks = TICKS_PER_MS[kind];
  const state: { first: number | null; last: number; extended: number; shift: number; shifts: number } = {
    first: null,
    last: 0,
    extended: 0,
    shift: 0,
    shifts: 0,
  };
  const known: { anchor: TimingAnchor | null; before: TimingReport | null; early: TimingReport | null } = {
    anchor: null,
    before: null,
    early: null,
  };
  // RTP timestamps run in a circle of 32 bits: the signed distance to the last one keeps the count.
  const extend = (timestamp: number): number => state.extended + ((timestamp - state.last) | 0);
  const compare = (report: TimingReport): void => {
    const extended = extend(report.timestamp);
    const { anchor, before } = known;
    known.before = report;
    if (anchor === null || before === null) {
      known.anchor = { ...report, extended };
      return;
    }
    const clockWasSet = Math.abs(report.ntp - before.ntp - (report.arrivedAt - before.arrivedAt)) > CLOCK_SET_MS;
    if (clockWasSet) {
      anchor.ntp = report.ntp - (extended - anchor.extended) / ticks - state.shift;
      return;
    }
    const skew = report.ntp - anchor.ntp - (extended - anchor.extended) / ticks;
    if (Math.abs(skew - state.shift) <= SHIFT_FROM_MS) return;
    state.shift = skew;
    state.shifts += 1;
  };
  return {
    place(timestamp) {
      if (state.first === null) {
        state.first = timestamp;
        state.last = timestamp;
        if (known.early !== null) compare(known.early);
      }
      state.extended = extend(timestamp);
      state.last = timestamp;
      return Math.max(0, Math.round(state.extended / ticks + state.shift));
    },
    report(report) {
      if (state.first === null) known.early = report;
      else compare(report);
    },
    ntpAtStart: () => (known.anchor === null ? null : known.anchor.ntp - known.anchor.extended / ticks),
    shifts: () => state.shifts,
  };
}
