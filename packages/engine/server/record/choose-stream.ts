import type { RoomSource, RtpStream } from '#server/media/model.ts';

/** A stream without packets for this long has stopped: browsers drop the larger pictures when their network is slow. */
const STOPPED_MS = 2_000;
/** A larger picture must have been there for this long before it is taken: each change begins a new file. */
const STEADY_MS = 4_000;

/** Which of a source's streams is being written, and the larger one that may follow it. */
export type StreamChoice = { stream: RtpStream; rival: RtpStream | null; rivalSince: number };

/** The choice after a packet of `stream` at `now` (milliseconds). The same object when nothing changed. */
export function chooseStream(
  choice: StreamChoice,
  stream: RtpStream,
  { source, now }: { source: RoomSource; now: number },
): StreamChoice {
  if (choice.stream === stream) return choice;
  const current = source.streams.indexOf(choice.stream);
  const stopped = current < 0 || now - choice.stream.lastAt > STOPPED_MS;
  if (stopped) return { stream, rival: null, rivalSince: 0 };
  if (source.streams.indexOf(stream) < current) return choice;
  if (choice.rival !== stream) return { stream: choice.stream, rival: stream, rivalSince: now };
  return now - choice.rivalSince < STEADY_MS ? choice : { stream, rival: null, rivalSince: 0 };
}
