/** Puts packets in order: retransmissions arrive late, and what never comes is given up after a while. */

/** More packets than this never wait for a missing one. */
const WINDOW = 64;

/** A packet that waits: `at` is when it came, in milliseconds on any steady clock. */
type WaitingPacket<T> = { item: T; at: number };

export type PacketOrder<T> = {
  /** Takes a packet by its extended sequence number. */
  push(number: number, item: T, at: number): void;
  /** Passes on what waits, whatever is missing. */
  release(): void;
  /** Holes given up, and packets that came after that. */
  counts(): { gaps: number; late: number };
};

/**
 * `take` gets each packet once, in order; `afterGap` is true for the first one behind a hole that was given up.
 * A hole is given up `patienceMs` after the packet behind it came.
 */
export function putInOrder<T>(rule: { patienceMs: number; take(item: T, place: { afterGap: boolean }): void }): PacketOrder<T> {
  const waiting = new Map<number, WaitingPacket<T>>();
  const state = { next: -1, gaps: 0, late: 0 };
  const pass = (number: number, packet: WaitingPacket<T>, place: { afterGap: boolean }): void => {
    waiting.delete(number);
    state.next = number + 1;
    rule.take(packet.item, place);
  };
  const passAll = (): void => {
    for (let packet = waiting.get(state.next); packet !== undefined; packet = waiting.get(state.next))
      pass(state.next, packet, { afterGap: false });
  };
  const giveUp = (): void => {
    const first = Math.min(...waiting.keys());
    const packet = waiting.get(first);
    if (packet === undefined) return;
    state.gaps += 1;
    pass(first, packet, { afterGap: true });
    passAll();
  };
  const oldest = (): number => Math.min(...[...waiting.values()].map((packet) => packet.at));
  return {
    push(number, item, at) {
      if (state.next < 0) state.next = number;
      if (number < state.next) {
        state.late += 1;
        return;
      }
      waiting.set(number, { item, at });
      passAll();
      while (waiting.size > WINDOW || (waiting.size > 0 && at - oldest() > rule.patienceMs)) giveUp();
    },
    release() {
      while (waiting.size > 0) giveUp();
    },
    counts: () => ({ gaps: state.gaps, late: state.late }),
  };
}
