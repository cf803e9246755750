import { afterEach, expect, test, vi } from 'vitest';
import { botCheckFacts } from '#kit/facts.ts';
import { type BotChallenge, solveBotCheck } from './bot-check.ts';
import { BotCheckError } from './bot-check-error.ts';

afterEach(() => vi.unstubAllGlobals());

type FakeScript = { src: string; onload?: () => void; onerror?: () => void };
/** A page whose script elements end in the way that the test says, as soon as they stand in the page. */
function page(ends: (script: FakeScript, window: { grecaptcha?: object }) => void): FakeScript[] {
  const scripts: FakeScript[] = [];
  const window = {};
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', {
    getElementById: () => null,
    createElement: (): FakeScript => ({ src: '' }),
    head: {
      append: (script: FakeScript) => {
        scripts.push(script);
        queueMicrotask(() => ends(script, window));
      },
    },
  });
  return scripts;
}
const recaptcha = (execute: () => Promise<string>) => ({ ready: (run: () => void) => run(), execute });
const asked = (more: object = {}): BotChallenge => ({ kind: 'recaptcha', siteKey: 'a key&', version: 3, ...more });
const troubleOf = (check: Promise<string>) =>
  check.then(
    () => 'solved',
    (error: unknown) => (error instanceof BotCheckError ? [error.trouble, error.message] : String(error)),
  );

test('without a key, or with a version that is not known, no script is loaded', async () => {
  const scripts = page(() => {});
  for (const siteKey of [null, ''])
    expect(await troubleOf(solveBotCheck(asked({ siteKey }), 'login'))).toEqual(['noKey', botCheckFacts.noKey]);
  for (const version of [null, 2])
    expect(await troubleOf(solveBotCheck(asked({ version }), 'login'))).toEqual(['noVersion', botCheckFacts.noVersion]);
  expect(scripts).toEqual([]);
});

test('a script that does not load, or that brings nothing, is told as such', async () => {
  const loadFailed = ['loadFailed', botCheckFacts.loadFailed];
  page((script) => script.onerror?.());
  expect(await troubleOf(solveBotCheck(asked(), 'login'))).toEqual(loadFailed);
  page((script) => script.onload?.());
  expect(await troubleOf(solveBotCheck(asked(), 'login'))).toEqual(loadFailed);
});

test('a check that refuses is told as such, and so is a puzzle that is none', async () => {
  const executeFailed = ['executeFailed', botCheckFacts.executeFailed];
  page((script, window) => {
    window.grecaptcha = recaptcha(() => Promise.reject(new Error('no')));
    script.onload?.();
  });
  expect(await troubleOf(solveBotCheck(asked(), 'login'))).toEqual(executeFailed);
  expect(await troubleOf(solveBotCheck({ kind: 'proof-of-work', challenge: { parameters: {} } }, 'login'))).toEqual(
    executeFailed,
  );
});

test('the answer is for the key and the form, and the script is loaded once', async () => {
  const execute = vi.fn(async () => 'answer');
  const scripts = page((script, window) => {
    window.grecaptcha = recaptcha(execute);
    script.onload?.();
  });
  expect(await solveBotCheck(asked(), 'sign_up')).toBe('answer');
  expect(await solveBotCheck(asked(), 'reset')).toBe('answer');
  expect(execute.mock.calls).toEqual([
    ['a key&', { action: 'sign_up' }],
    ['a key&', { action: 'reset' }],
  ]);
  expect(scripts.map((one) => new URL(one.src).searchParams.toString())).toEqual(['render=a+key%26&badge=invisible']);
});
