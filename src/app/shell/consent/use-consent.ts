import { useSyncExternalStore } from 'react';
import { type Answer, consentGiven, onConsent } from '#kit/ui/consent.ts';

/** The answer of this reader; null = not asked yet. Known only in the browser, and the same wherever it is shown. */
export function useConsent(): Answer | null | 'unknown' {
  return useSyncExternalStore<Answer | null | 'unknown'>(onConsent, consentGiven, () => 'unknown');
}
