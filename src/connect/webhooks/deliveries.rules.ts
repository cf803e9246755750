/** How often and how long we try to tell somebody's program something. */

export const deliveryKinds = ['meeting-ended', 'recording-ready', 'analytics', 'hook', 'webhook'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];
export const deliveryStates = ['waiting', 'delivered', 'given-up'] as const;

export const deliveryLimits = {
  /** Milliseconds before the second try; each further pause is twice as long. */
  firstPause: 5_000,
  /** With these the last one is made almost 23 hours after the first. */
  tries: 15,
  /** Milliseconds for one try, redirects included. */
  timeout: 10_000,
  /** Followed by a GET that is no callback of BBB's. */
  redirects: 3,
  /** Characters kept of an answer that was no success. */
  trouble: 1_000,
  /** Days that a delivery is remembered after its end. */
  keepDays: 30,
} as const;

/** Milliseconds between the tries to tell a meeting's end, as servers wait: at 0, 30, 90, 210 and 510 seconds, then never again. */
const endPauses = [30_000, 60_000, 120_000, 300_000] as const;

/** The pause after that many tries in milliseconds; null: it is given up. */
export function pauseAfter(kind: DeliveryKind, tries: number): number | null {
  if (kind === 'meeting-ended') return endPauses[Math.max(0, tries - 1)] ?? null;
  return tries >= deliveryLimits.tries ? null : deliveryLimits.firstPause * 2 ** Math.max(0, tries - 1);
}

/** How many redirects are followed: at a meeting's end none, as servers do, because a page that answers so took nothing. */
export const redirectsFor = (kind: DeliveryKind): number => (kind === 'meeting-ended' ? 0 : deliveryLimits.redirects);

const soon = 2_000;
/** Milliseconds. */
export const longestLook = 60_000;
/**
 * In how many milliseconds the log may read otherwise, so that a screen asks for it again; null: nothing waits. What is new or due
 * is looked at every two seconds, what is tried later two seconds after its time, and at least once a minute.
 */
export function lookAgainIn(
  items: readonly { state: (typeof deliveryStates)[number]; nextAt: number | null; tries: number }[],
  now: number,
): number | null {
  const waits = items.filter((one) => one.state === 'waiting').map((one) => (one.tries === 0 ? 0 : (one.nextAt ?? now) - now));
  return waits.length === 0 ? null : Math.min(longestLook, Math.max(0, Math.min(...waits)) + soon);
}

/** Whether an answer means that the news was taken. Receivers of hooks say 401 for "I do not want this" (bbb-webhooks). */
export const isTaken = (kind: DeliveryKind, status: number): boolean =>
  (status >= 200 && status < 300) || (kind === 'hook' && status === 401);

/** The receiver says that it is gone for good (RFC 9110 §15.5.11): nothing will come of more tries. */
export const isGone = (status: number): boolean => status === 410;
