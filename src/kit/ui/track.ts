/** Events for the operator's own figures: only with consent, and only where there is a tag manager to pick them up. */
export type TrackedEvent = Readonly<Record<string, string | number | boolean>>;
declare global {
  interface Window {
    dataLayer?: TrackedEvent[];
  }
}

/** The script in the page, present only with consent. */
export const managerId = 'tag-manager';
export const isLoaded = (): boolean => document.getElementById(managerId) !== null;

/**
 * Puts an event into the data layer, for the tag manager. Without one, or without consent, nothing is kept: what somebody did before
 * they agreed is nobody's business afterwards either. Names are those that analytics programs know (`login`, `sign_up`, `page_view`)
 * and, where they know none, made the same way; the data name no person, room or address.
 */
export function track(event: string, data: TrackedEvent = {}): void {
  if (isLoaded()) push({ event, ...data });
}
export function push(data: TrackedEvent): void {
  window.dataLayer ??= [];
  window.dataLayer.push(data);
}
