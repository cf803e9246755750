/** How well a server is, from what its checks and creates say. It turns bad fast and good slowly, so that it does not flap. */
import type { ServerHealth } from './servers.rules.ts';

export const healthFacts = {
  /** Failures in a row after which a server is offline; fewer do when its last answer is older than `silentFor`. */
  offlineAfter: 3,
  offlineAfterWhenSilent: 2,
  silentFor: 10_000,
  /** Good answers in a row that make a degraded or offline server healthy. */
  healthyAfter: 2,
  /** Slow above the first, well again below the second; of the smoothed time of an answer. Milliseconds. */
  slow: 1_500,
  slowNoMore: 1_000,
  /** The weight of the newest answer in the smoothed time. */
  smoothing: 0.3,
  /** A clock that is further off makes checksums with times, tokens and recordings go wrong. Milliseconds. */
  clockSkew: 60_000,
} as const;

export type HealthState = {
  health: ServerHealth;
  /** A code: `unreachable`, `bad_answer`, `secret_lost`, a BBB key, `slow`, `clock`, `recovering`; null when healthy. */
  healthReason: string | null;
  failures: number;
  successes: number;
  /** Smoothed; null until the first answer. */
  answerMs: number | null;
};
export type HeardHealth = { answered: { answerMs: number; clockSkewMs: number | null } } | { failed: string };
/** `silentMs`: since the last answer; null when there never was one. */
export type HealthQuestion = { was: HealthState; heard: HeardHealth; silentMs: number | null };

function afterFailure(was: HealthState, reason: string, silentMs: number | null): HealthState {
  const { offlineAfter, offlineAfterWhenSilent, silentFor } = healthFacts;
  const failures = was.failures + 1;
  const silent = silentMs !== null && silentMs >= silentFor && failures >= offlineAfterWhenSilent;
  const health = was.health === 'offline' || failures >= offlineAfter || silent ? 'offline' : 'degraded';
  return { ...was, health, healthReason: reason, failures, successes: 0 };
}

function troubleOf(was: HealthState, answerMs: number, clockSkewMs: number | null): string | null {
  if (clockSkewMs !== null && Math.abs(clockSkewMs) > healthFacts.clockSkew) return 'clock';
  const limit = was.healthReason === 'slow' ? healthFacts.slowNoMore : healthFacts.slow;
  return answerMs > limit ? 'slow' : null;
}

/** The health that follows from one more answer or failure. A server never asked before is believed its first answer. */
export function healthAfter({ was, heard, silentMs }: HealthQuestion): HealthState {
  if ('failed' in heard) return afterFailure(was, heard.failed, silentMs);
  const { answerMs: newest, clockSkewMs } = heard.answered;
  const { smoothing, healthyAfter } = healthFacts;
  // the average restarts for a server that was away
  const known = was.health === 'healthy' || was.healthReason === 'slow' ? was.answerMs : null;
  const answerMs = Math.round(known === null ? newest : known * (1 - smoothing) + newest * smoothing);
  const successes = Math.min(was.successes + 1, healthyAfter);
  const trouble = troubleOf(was, answerMs, clockSkewMs);
  if (trouble !== null) return { health: 'degraded', healthReason: trouble, failures: 0, successes: 0, answerMs };
  if (was.health === 'healthy' || was.health === 'unknown' || successes >= healthyAfter)
    return { health: 'healthy', healthReason: null, failures: 0, successes, answerMs };
  return { health: 'degraded', healthReason: 'recovering', failures: 0, successes, answerMs };
}
