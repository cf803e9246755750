/** Events for the operator's own figures. They wait in the page; only with consent a tag manager picks them up. */
export type TrackedEvent = Readonly<Record<string, string | number | boolean>>;
declare global {
  interface Window {
    dataLayer?: TrackedEvent[];
  }
}

export type Answer = 'yes' | 'no';
const key = 'atrium.consent';
const dayMs = 86_400_000;
/** Asked again after a year, as for the cookie of the language. */
const validFor = 365 * dayMs;

/** What this browser's reader answered, or null. Kept in local storage, so it is never sent anywhere. */
export function consentGiven(): Answer | null {
  const [answer, since] = (window.localStorage.getItem(key) ?? '').split('|');
  if ((answer !== 'yes' && answer !== 'no') || Date.now() - Number(since) > validFor) return null;
  return answer;
}
export const giveConsent = (answer: Answer): void => window.localStorage.setItem(key, `${answer}|${Date.now()}`);

/** Puts an event into the data layer. Without consent it stays there and ends with the page. */
export function track(event: string, data: TrackedEvent = {}): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event, ...data });
}

/** Loads the tag manager, once. Called with consent only. */
export function loadTagManager(id: string): void {
  const elementId = 'tag-manager';
  if (document.getElementById(elementId) !== null) return;
  track('gtm.js', { 'gtm.start': Date.now() });
  const script = document.createElement('script');
  script.id = elementId;
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}
