import { useEffect, useMemo, useRef } from 'react';
import * as z from 'zod/mini';
import { boardTopic } from '#topics/board/board.topic.ts';
import { BOARD, type BoardHint, boardHint, type DrawnElement, strokeKinds } from '#topics/board/board-elements.ts';
import { type LiveDrawing, type LiveDrawings, nothingLive } from '#topics/board/ui/live.ts';
import { type BoardPoint, decodePoints, encodePoints } from '#topics/board/points.ts';
import { createThrottle } from '#topics/slides/ui/throttle.ts';
import { useHint, useMeeting, useMeetingState } from '#ui/room-context.tsx';

/** Fifteen cursors a second. */
const HINT_MS = 66;
const IDLE_MS = 3000;

type StrokeHint = NonNullable<NonNullable<BoardHint>['stroke']>;
const isStrokeKind = (kind: string): kind is StrokeHint['kind'] => strokeKinds.some((one) => one === kind);

/** The points of a stroke that others have not heard yet. */
function strokeHint(element: DrawnElement, sent: { id: string; count: number }): StrokeHint | null {
  const { id, kind, x, y, color, width } = element;
  if (!isStrokeKind(kind)) return null;
  const points = decodePoints(element.points);
  const from = sent.id === id ? sent.count : 0;
  const fresh = points.slice(from);
  [sent.id, sent.count] = [id, points.length];
  return { id, kind, x, y, color, width, from, points: encodePoints(fresh) };
}

/** Tells others what this person does on the page, until there is nothing to tell any more. */
export function useOwnHints(live: LiveDrawings, page: string, mode: 'draws' | 'looks'): void {
  const meeting = useMeeting();
  const { you } = useMeetingState();
  useEffect(() => {
    if (mode === 'looks') return;
    const sent = { id: '', count: 0 };
    const throttle = createThrottle<LiveDrawing>(HINT_MS, ({ cursor, element, moved }) => {
      const stroke = element && strokeHint(element, sent);
      const draft = stroke === null ? element : null;
      const hint: BoardHint = {
        page,
        cursor,
        stroke,
        draft,
        moved: moved && { ...moved, ids: moved.ids.slice(0, BOARD.atOnce) },
      };
      meeting.hint(boardTopic.name, hint);
    });
    let before = nothingLive;
    const unsubscribe = live.subscribe(() => {
      const now = live.of(you);
      if (now === before) return;
      before = now;
      throttle.send(now);
    });
    return () => {
      unsubscribe();
      throttle.cancel();
      meeting.hint(boardTopic.name, null);
    };
  }, [live, page, mode, meeting, you]);
}

type HeardStroke = { id: string; points: BoardPoint[] };

function withStroke(heard: Map<string, HeardStroke>, by: string, stroke: StrokeHint): DrawnElement {
  const { from, points, ...rest } = stroke;
  const before = heard.get(by);
  const known = before?.id === stroke.id ? before.points.slice(0, from) : [];
  const all = [...known, ...decodePoints(points)].slice(0, BOARD.points);
  heard.set(by, { id: stroke.id, points: all });
  return { ...rest, w: 0, h: 0, points: encodePoints(all), text: '', label: '' };
}

/** What others do on the page; somebody who rests for a moment has no cursor any more. */
export function useHintsOfOthers(live: LiveDrawings, page: string): void {
  const heard = useMemo(() => new Map<string, HeardStroke>(), []);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const forget = (by: string) => live.change(by, nothingLive);
  useHint(boardTopic.name, ({ by, hint }) => {
    const read = z.safeParse(boardHint, hint);
    if (!read.success) return;
    clearTimeout(timers.current.get(by));
    if (read.data?.page !== page) return forget(by);
    const { cursor, stroke, draft, moved } = read.data;
    live.change(by, { cursor, element: stroke === null ? draft : withStroke(heard, by, stroke), moved });
    timers.current.set(
      by,
      setTimeout(() => forget(by), IDLE_MS),
    );
  });
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running.values()) clearTimeout(timer);
    };
  }, []);
}
