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
  redirects: 3,
  /** Characters kept of an answer that was no success. */
  trouble: 1_000,
  /** Lists count no further than this. */
  counted: 10_000,
  /** Days that a delivery is remembered after its end. */
  keepDays: 30,
} as const;

/** The pause after that many tries in milliseconds; null: it is given up. */
export const pauseAfter = (tries: number): number | null =>
  tries >= deliveryLimits.tries ? null : deliveryLimits.firstPause * 2 ** Math.max(0, tries - 1);

/** Whether an answer means that the news was taken. Receivers of hooks say 401 for "I do not want this" (bbb-webhooks). */
export const isTaken = (kind: DeliveryKind, status: number): boolean =>
  (status >= 200 && status < 300) || (kind === 'hook' && status === 401);

/** The receiver says that it is gone for good (RFC 9110 §15.5.11): nothing will come of more tries. */
export const isGone = (status: number): boolean => status === 410;
