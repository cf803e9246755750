/** Many who ask at the same time, answered with little more work than one. Nothing is kept: an answer is never older than its question. */

/** Most questions that are asked in one. */
const mostTogether = 100;

/**
 * How keys are asked for together. `all` answers in the order of the keys; when it fails, each key is asked for `alone`, and gets its own
 * result or error. `failed` is called with the error of `all`.
 */
type BatchWays<K, V> = {
  all: (keys: readonly K[]) => Promise<readonly V[]>;
  alone: (key: K) => Promise<V>;
  failed?: (error: unknown, keys: readonly K[]) => void;
};

/** Keys asked for while a batch is under way go into the next one, together with all that wait by then. */
export function openBatch<K, V>({ all, alone, failed }: BatchWays<K, V>): (key: K) => Promise<V> {
  type Waiting = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let asking = false;
  const together = async (keys: readonly K[]): Promise<readonly V[] | null> => {
    try {
      return await all(keys);
    } catch (error) {
      failed?.(error, keys);
      return null;
    }
  };
  const answer = async (batch: readonly Waiting[]) => {
    const values = batch.length === 1 ? null : await together(batch.map(({ key }) => key));
    if (values === null) await Promise.all(batch.map(({ key, resolve, reject }) => alone(key).then(resolve, reject)));
    else for (const [at, value] of values.entries()) batch[at]?.resolve(value);
  };
  const run = async () => {
    asking = true;
    // what came in the same turn of the event loop goes together
    await new Promise<void>((resume) => setImmediate(resume));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostTogether);
      waiting = waiting.slice(mostTogether);
      await answer(batch);
    }
    asking = false;
  };
  return (key) =>
    new Promise<V>((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!asking) void run();
    });
}

/** One answer for all who ask the same at the same time. */
export type JointWork<T> = {
  /** `make` begins after the call: what others began before is not for who comes later. */
  get(key: string, make: () => Promise<T>): Promise<T>;
};
export function openJoint<T>(): JointWork<T> {
  const running = new Map<string, { now: Promise<T>; next: Promise<T> | null }>();
  const start = (key: string, made: Promise<T>): Promise<T> => {
    const entry = { now: made, next: null };
    running.set(key, entry);
    const end = () => {
      if (running.get(key) === entry && entry.next === null) running.delete(key);
    };
    made.then(end, end);
    return made;
  };
  return {
    get: (key, make) => {
      const entry = running.get(key);
      if (entry === undefined) return start(key, make());
      entry.next ??= entry.now.then(
        () => start(key, make()),
        () => start(key, make()),
      );
      return entry.next;
    },
  };
}
