type Throttle<T> = { send(value: T): void /** Forgets what waits. */; cancel(): void };

/** Passes values on at most once in `ms`; of those that come in between the last one, later. */
export function createThrottle<T>(ms: number, pass: (value: T) => void): Throttle<T> {
  let waiting: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const turn = () => {
    timer = null;
    if (waiting === null) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(turn, ms);
    pass(value);
  };
  return {
    send(value) {
      waiting = { value };
      if (timer === null) turn();
    },
    cancel() {
      waiting = null;
    },
  };
}
