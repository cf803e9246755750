import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import type { AuthTrouble } from '#kit/ui/auth/auth-client.ts';
import { UserUnreadable } from '#kit/ui/auth/session-user.ts';
import { AuthTroubles } from './auth-troubles.tsx';

async function mountTroubles() {
  const heard: ((trouble: AuthTrouble) => void)[] = [];
  const onError = (listener: (trouble: AuthTrouble) => void) => {
    heard.push(listener);
    return () => {};
  };
  await mount(<AuthTroubles auth={{ onError }} />);
  return (trouble: AuthTrouble) => {
    for (const listener of heard) listener(trouble);
  };
}
const words = () => page.getByRole('status').first().element().textContent;

test.each([
  ['user', new UserUnreadable(), 'Your account could not be loaded, so you were signed out'],
  ['user', new Failure('offline'), 'You seem to be offline'],
  ['renewal', new Failure('invalid_grant'), 'Your session has ended'],
] as const)('trouble with the session (%s, %s) is told in words', async (during, error, text) => {
  const tell = await mountTroubles();
  tell({ during, error });
  await expect.poll(words).toContain(text);
});

test('what a form or the call itself tells is not told twice', async () => {
  const tell = await mountTroubles();
  tell({ during: 'login', error: new Failure('wrong_sign_in') });
  tell({ during: 'renewal', error: new Failure('offline') });
  tell({ during: 'user', error: new Failure('not_found') });
  await expect.poll(words).toContain('no longer exists');
  expect(page.getByRole('status').first().element().children).toHaveLength(1);
});
