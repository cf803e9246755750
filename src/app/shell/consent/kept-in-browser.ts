/** What this client and its server keep in a browser; `/cookies` shows the list, and a test holds it against the code. */
import { authCookies, authFacts, localeFacts } from '#kit/facts.ts';

const hour = 3_600;
const day = 86_400;

export type BrowserStorageEntry = {
  /** A `*` at the end stands for an ID. */
  name: string;
  why:
    | 'token'
    | 'refresh'
    | 'refreshHint'
    | 'redirect'
    | 'actingReturn'
    | 'social'
    | 'arrival'
    | 'referral'
    | 'locale'
    | 'expiry'
    | 'scheme'
    | 'sideBar'
    | 'consent'
    | 'draft'
    | 'reload'
    | 'zone'
    | 'guest'
    | 'visitorName'
    | 'invitation'
    | 'leave'
    | 'place'
    | 'devices'
    | 'layout'
    | 'motion'
    | 'keys'
    | 'handSound'
    | 'pushToTalk'
    | 'seat'
    | 'captcha';
  where: 'cookie' | 'httpOnly' | 'local' | 'session' | 'google';
  /** Seconds, or an event in words. */
  until: number | 'untilClosed' | 'untilCleared' | 'untilSaved';
};

const refreshLife = authFacts.refreshTokenLifeSeconds;

/** Everything of ours, cookies first. A new name belongs here. */
export const browserStorage: readonly BrowserStorageEntry[] = [
  { name: authCookies.token, why: 'token', where: 'cookie', until: refreshLife },
  { name: authCookies.refreshToken, why: 'refresh', where: 'httpOnly', until: refreshLife },
  { name: authCookies.refreshExpiration, why: 'refreshHint', where: 'cookie', until: refreshLife },
  { name: authCookies.redirect, why: 'redirect', where: 'cookie', until: 'untilClosed' },
  { name: `${authFacts.cookiePrefix}return`, why: 'actingReturn', where: 'httpOnly', until: hour },
  { name: 'atrium_social_*', why: 'social', where: 'httpOnly', until: 600 },
  { name: 'atrium_arrival', why: 'arrival', where: 'httpOnly', until: day },
  { name: 'atrium_ref', why: 'referral', where: 'httpOnly', until: 90 * day },
  { name: localeFacts.cookie, why: 'locale', where: 'cookie', until: localeFacts.cookieDays * day },
  { name: 'atrium.zone', why: 'zone', where: 'cookie', until: 365 * day },
  { name: 'atrium.side', why: 'sideBar', where: 'cookie', until: 365 * day },
  { name: 'atrium_guest', why: 'guest', where: 'httpOnly', until: 180 * day },
  { name: 'recording_leave', why: 'leave', where: 'httpOnly', until: 6 * hour },
  { name: `${authFacts.storagePrefix}*`, why: 'expiry', where: 'local', until: 'untilCleared' },
  { name: 'mantine-color-scheme-value', why: 'scheme', where: 'local', until: 'untilCleared' },
  { name: 'atrium.consent', why: 'consent', where: 'local', until: 365 * day },
  { name: 'atrium.draft.*', why: 'draft', where: 'local', until: 'untilSaved' },
  { name: 'atrium.visitorName', why: 'visitorName', where: 'local', until: 'untilCleared' },
  { name: 'atrium-place:*', why: 'place', where: 'local', until: 'untilCleared' },
  { name: 'atrium.devices', why: 'devices', where: 'local', until: 'untilCleared' },
  { name: 'atrium.layout', why: 'layout', where: 'local', until: 'untilCleared' },
  { name: 'atrium.motion', why: 'motion', where: 'local', until: 'untilCleared' },
  { name: 'atrium.keys', why: 'keys', where: 'local', until: 'untilCleared' },
  { name: 'atrium.handSound', why: 'handSound', where: 'local', until: 'untilCleared' },
  { name: 'atrium.pushToTalk', why: 'pushToTalk', where: 'local', until: 'untilCleared' },
  { name: 'atrium.invitation.*', why: 'invitation', where: 'session', until: 'untilClosed' },
  { name: 'atrium.seat.*', why: 'seat', where: 'session', until: 'untilClosed' },
  { name: 'atrium.reload', why: 'reload', where: 'session', until: 'untilClosed' },
];

/** What Google's script keeps at its own address where the operator has it tell people from programs. */
const keptByCaptcha: BrowserStorageEntry = { name: '_GRECAPTCHA', why: 'captcha', where: 'google', until: 180 * day };

/** The list for an installation; `captchaSiteKey` is null where no script of Google's looks at forms. */
export const keptWith = ({ captchaSiteKey }: { captchaSiteKey: string | null }): readonly BrowserStorageEntry[] =>
  captchaSiteKey === null ? browserStorage : [...browserStorage, keptByCaptcha];

/** A length of time in the largest unit that says it in whole numbers. `seconds`: a multiple of sixty. */
export function lifeOf(seconds: number): { unit: 'days' | 'hours' | 'minutes'; count: number } {
  if (seconds % day === 0) return { unit: 'days', count: seconds / day };
  return seconds % hour === 0 ? { unit: 'hours', count: seconds / hour } : { unit: 'minutes', count: seconds / 60 };
}
