/** The list of what is kept in a browser, held against every line of the code that writes there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { IMPERSONATION_SECONDS } from '#core/identity/identity.rules.ts';
import { ARRIVAL_SECONDS, arrivalCookie, FLOW_SECONDS, flowCookie } from '#core/identity/social.rules.ts';
import { authCookies, authFacts, localeFacts } from '#kit/facts.ts';
import { guestCookie } from '#meet/meetings/server/guest-key.service.ts';
import { recordingLimits } from '#meet/recordings/recordings.rules.ts';
import { referralCookie, referralDays } from '#sales/vendors/server/referral.service.ts';
import { browserStorage, keptWith, lifeOf } from './kept-in-browser.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
/** Carries names of others; those are found where they are given. */
const carrier: null = null;

/** Each place that writes a cookie or into a storage: its file with the beginning of what it writes, and the name. */
const writers: Readonly<Record<string, string | null>> = {
  'packages/engine/ui/memory.ts .setItem(key': carrier,
  "packages/engine/ui/memory.ts write(lasting, 'atrium.devices'": 'atrium.devices',
  "packages/engine/ui/memory.ts write(lasting, 'atrium.handSound'": 'atrium.handSound',
  "packages/engine/ui/memory.ts write(lasting, 'atrium.keys'": 'atrium.keys',
  "packages/engine/ui/memory.ts write(lasting, 'atrium.layout'": 'atrium.layout',
  "packages/engine/ui/memory.ts write(lasting, 'atrium.pushToTalk'": 'atrium.pushToTalk',
  'packages/engine/ui/memory.ts write(ofTab, `atrium.seat.${sessionToken}`': 'atrium.seat.*',
  'src/app/http/brand.ts cookieText(cookie': referralCookie,
  "src/app/browser.tsx cookies.set('atrium.zone'": 'atrium.zone',
  'src/meet/recordings/server/http/presentation-files.http.ts cookieText(cookie': 'recording_leave',
  'src/app/render.tsx rememberCookie(path': authCookies.redirect,
  'src/app/shell/document/browser-side.ts jar.set(localeFacts.cookie': localeFacts.cookie,
  "src/app/shell/document/browser-side.ts jar.set('atrium.side'": 'atrium.side',
  'src/app/shell/routing/reload-guard.ts .setItem(key': 'atrium.reload',
  'src/core/identity/server/sessions/acting.service.ts setCookie({ ...returnCookie': 'auth.return',
  'src/core/identity/server/sessions/sessions.service.ts setCookie({ name: authCookies.refreshExpiration':
    authCookies.refreshExpiration,
  'src/core/identity/server/sessions/sessions.service.ts setCookie({ name: authCookies.refreshToken': authCookies.refreshToken,
  'src/core/identity/server/social/social-arrivals.service.ts setCookie({ name: arrivalCookie': arrivalCookie,
  'src/core/identity/server/social/social.service.ts setCookie({ name': flowCookie('*'),
  'src/core/identity/server/social/social.service.ts setCookie({ name: flowCookie(state': flowCookie('*'),
  'src/kit/server/http/mount.ts cookieText(cookie': carrier,
  'src/kit/ui/auth/auth-client.ts jar.set(authCookies.redirect': authCookies.redirect,
  'src/kit/ui/auth/cookies.ts document.cookie =': carrier,
  'src/kit/ui/auth/token-store.ts .setItem(expirationKey': `${authFacts.storagePrefix}*`,
  'src/kit/ui/auth/token-store.ts .setItem(leftKey': `${authFacts.storagePrefix}*`,
  'src/kit/ui/auth/token-store.ts .setItem(strategyKey': `${authFacts.storagePrefix}*`,
  'src/kit/ui/auth/token-store.ts jar.set(authCookies.token': authCookies.token,
  'src/kit/ui/form/draft.ts .setItem(name': 'atrium.draft.*',
  'src/kit/ui/motion.ts .setItem(key': 'atrium.motion',
  'src/kit/ui/shortcut.ts .setItem(kept': 'atrium.keys',
  'src/kit/ui/consent.ts .setItem(key': 'atrium.consent',
  'src/meet/meetings/server/guest-key.service.ts setCookie({ name: guestCookie': guestCookie,
  'src/meet/meetings/ui/link-invitation.hook.ts .setItem(keyOf(slug': 'atrium.invitation.*',
  'src/meet/meetings/ui/visitor-name.hook.ts .setItem(key': 'atrium.visitorName',
  'src/meet/recordings/ui/player/player-state.hook.ts .setItem(placeKey(id': 'atrium-place:*',
};
/** Written by a library: Mantine keeps the chosen scheme under its own name. */
const ofLibraries = ['mantine-color-scheme-value'];

const writes =
  /(?:\b(?:setCookie|cookieText|rememberCookie)|\.?\bsetItem|\b(?:jar|cookies)\.set)\((?:\{ )?[^:,)\n]+(?:: [^,)\n]+)?|\bwrite\((?:lasting|ofTab), [^,]+|document\.cookie =/g;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(name);
    else if (/(?<!\.(?:test|factory|component)|testing-components)\.tsx?$/.test(entry.name)) yield name;
  }
}

const found = (): string[] =>
  ['src', 'packages/engine/ui'].flatMap((folder) =>
    [...sources(folder)].flatMap((name) => [
      ...new Set(
        readFileSync(path.join(root, name), 'utf8')
          .replaceAll(/^.*(?:export function|setCookie: \(|declare).*$/gm, '')
          .match(writes)
          ?.map((text) => `${name} ${text}`),
      ),
    ]),
  );

test('every place of the code that keeps something in a browser is known', () => {
  expect(found().sort()).toEqual(Object.keys(writers).sort());
});

test('the page names all that is kept, and nothing that is not', () => {
  const written = Object.values(writers).filter((name) => name !== carrier);
  expect(browserStorage.map((one) => one.name).sort()).toEqual([...new Set([...written, ...ofLibraries])].sort());
});

test('what Google’s script keeps is named where the operator uses it, and nowhere else', () => {
  expect(keptWith({ captchaSiteKey: null })).toEqual(browserStorage);
  const names = keptWith({ captchaSiteKey: 'a-site-key' }).map(({ name, where }) => `${name} ${where}`);
  expect(names.slice(browserStorage.length)).toEqual(['_GRECAPTCHA google']);
});

test('what the page says about time is what the code does', () => {
  const until = (name: string) => browserStorage.find((one) => one.name === name)?.until;
  expect([until(flowCookie('*')), until(arrivalCookie)]).toEqual([FLOW_SECONDS, ARRIVAL_SECONDS]);
  expect([until(referralCookie), until('recording_leave')]).toEqual([referralDays * 86_400, recordingLimits.playFor / 1000]);
  // acting, and half an hour more to come back
  expect(until('auth.return')).toBe(IMPERSONATION_SECONDS + 1_800);
  expect([lifeOf(600), lifeOf(3_600), lifeOf(90 * 86_400)]).toEqual([
    { unit: 'minutes', count: 10 },
    { unit: 'hours', count: 1 },
    { unit: 'days', count: 90 },
  ]);
});
