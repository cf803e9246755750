import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type PointerHint, pointerHint, slidesTopic } from '#topics/slides/slides.topic.ts';
import { createThrottle } from '#topics/slides/ui/throttle.ts';
import { useHint, useMeeting } from '#ui/room-context.tsx';

/** The engine passes twenty a second on. */
const HINT_MS = 50;
const RESTS_MS = 1000;

type LaserPointer = { spot: PointerHint; point(at: PointerHint): void };

/** Where the presenter points, the own laser included; nowhere once it has rested for a second. */
export function useLaser(): LaserPointer {
  const meeting = useMeeting();
  const [spot, setSpot] = useState<PointerHint>(null);
  const resting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const sender = useMemo(() => createThrottle<PointerHint>(HINT_MS, (at) => meeting.hint(slidesTopic.name, at)), [meeting]);
  const show = (at: PointerHint) => {
    setSpot(at);
    clearTimeout(resting.current);
    if (at !== null) resting.current = setTimeout(() => setSpot(null), RESTS_MS);
  };
  useEffect(() => () => clearTimeout(resting.current), []);
  useHint(slidesTopic.name, ({ hint }) => {
    const read = z.safeParse(pointerHint, hint);
    if (read.success) show(read.data);
  });
  return {
    spot,
    point(at) {
      show(at);
      sender.send(at);
    },
  };
}
