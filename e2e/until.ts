/** Waiting for what has no event to wait for: counters, mails, rows behind an API. */

/** Milliseconds that anything may take: a little less than a whole test, so that a failure names what was waited for. */
export const patience = 110_000;

export type Waiting = {
  /** What is waited for, for the message when it does not come. */ what: string | (() => string) /** Milliseconds. */;
  within?: number;
  every?: number;
};

/** Asks `look` until it answers something other than `undefined`, and gives that. Throws when the time is over. */
export async function until<T>(
  { what, within = patience, every = 150 }: Waiting,
  look: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${within / 1000} s for ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
