/** What this browser's reader said about being counted, and what follows from it. */
import { isLoaded, managerId, push } from './track.ts';

export type ConsentAnswer = 'yes' | 'no';
const key = 'atrium.consent';
const changed = 'atrium:consent';
const dayMs = 86_400_000;
/** Asked again after a year, as for the cookie of the language. */
const validFor = 365 * dayMs;

/** What this browser's reader answered, or null. Kept in local storage, so it is never sent anywhere. */
export function consentGiven(): ConsentAnswer | null {
  const [answer, since] = (window.localStorage.getItem(key) ?? '').split('|');
  if ((answer !== 'yes' && answer !== 'no') || Date.now() - Number(since) > validFor) return null;
  return answer;
}
/** For the head of the document: marks it before the first paint where nobody has answered yet, so that the question moves nothing. */
export const consentScript = `(function(){try{var a=(localStorage.getItem('${key}')||'').split('|');if(!/^(yes|no)$/.test(a[0])||!(Date.now()-a[1]<=${validFor}))document.documentElement.setAttribute('data-ask-consent','')}catch(e){}})()`;

/** Keeps the answer and tells everybody on this page who shows it. */
export function giveConsent(answer: ConsentAnswer): void {
  window.localStorage.setItem(key, `${answer}|${Date.now()}`);
  window.dispatchEvent(new Event(changed));
}
/** Hears of a new answer, given on this page or in another tab, until the returned function is called. */
export function onConsent(heard: () => void): () => void {
  const events = [changed, 'storage'] as const;
  for (const event of events) window.addEventListener(event, heard);
  return () => {
    for (const event of events) window.removeEventListener(event, heard);
  };
}

/** Loads the tag manager, once. Called with consent only. */
export function loadTagManager(id: string): void {
  if (isLoaded()) return;
  push({ event: 'gtm.js', 'gtm.start': Date.now() });
  const script = document.createElement('script');
  script.id = managerId;
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** A script that runs cannot be taken back: when consent is withdrawn, the page reloads without it. */
export function dropTagManager(): void {
  if (isLoaded()) window.location.reload();
}
