import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { clientOf } from '#kit/api.ts';
import { readUser } from '#kit/ui/auth/session-user.ts';
import { load } from './dashboard.screen.tsx';

/** Opens the page as a person whose account is in that state; tells what was asked of the server. */
async function asked(state: string) {
  const server = vi.fn(async () => ({ kind: 'operator', live: [], servers: null, signUps: null, mails: null }));
  const account = { id: 'a1', name: 'Harbour School', kind: 'customer', role: 'owner', state };
  await load({
    answer: () => {},
    head: () => {},
    api: (contract) => clientOf(contract, server),
    queries: new QueryClient(),
    params: {},
    url: new URL('/dashboard', 'http://localhost'),
    user: readUser({ id: 'u1', name: 'Miriam', email: 'm@x.example', scope: [], account, accounts: [account] }),
    reader: { locale: 'en-US', zone: 'UTC', now: 0 },
  });
  return server.mock.calls.length;
}

test('whoever waits for approval is not refused at the door of the home page: nothing is asked for them', async () => {
  expect(await asked('pending')).toBe(0);
});

test('everybody else gets their home, also when the server names a state that is not known here', async () => {
  expect([await asked('active'), await asked('of a newer server')]).toEqual([2, 2]);
});
