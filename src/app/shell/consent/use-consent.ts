import { useSyncExternalStore } from 'react';
import { type ConsentAnswer, consentGiven, onConsent } from '#kit/ui/consent.ts';

/** The answer of this reader; null = not asked yet. Known only in the browser, and the same wherever it is shown. */
export function useConsent(): ConsentAnswer | null | 'unknown' {
  return useSyncExternalStore<ConsentAnswer | null | 'unknown'>(onConsent, consentGiven, () => 'unknown');
}
