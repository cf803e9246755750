/** Limits of the socket. Sizes in bytes, times in milliseconds, rates per second. */
export const LIMITS = {
  messageBytes: 65_536,
  // a page that receives from 35 slots answers with about 25 kB
  sdpBytes: 49_152,
  messagesPerSecond: 20,
  messagesBurst: 60,
  /** More hints than these count as messages. */
  hintsPerSecond: 40,
  hintsBurst: 80,
  publishPerSecondPerKey: 1,
  keysPerSeat: 6,
  socketsPerTicket: 1,
  ticketLifeMs: 60_000,
  /** A seat whose socket is lost is kept this long; its media are not touched meanwhile. */
  seatKeptMs: 10_000,
  /** No media packet for this long on a seat without a socket: it is away. */
  silenceMs: 6_000,
  helloWithinMs: 10_000,
  /** Bytes waiting in the socket's send buffer before the engine gives the reader up. */
  backPressureBytes: 1_048_576,
  /** A reader with more in that buffer gets no hints. */
  hintBackPressureBytes: 32_768,
  audioSlotsMax: 6,
  videoSlotsMax: 32,
} as const;
