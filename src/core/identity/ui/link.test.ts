import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { clientOf } from '#kit/api.ts';
import { Failure } from '#kit/errors.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { LinkView } from '../links.contract.ts';
import { findLink, pageWith } from './link.hook.ts';

const token = 'a-token-of-a-mailed-link';
const view = (kind: LinkView['kind'], state: LinkView['state'] = 'good'): LinkView => ({
  organisation: null,
  inviter: null,
  invitee: null,
  provider: null,
  kind,
  state,
  email: 'lena@example.org',
  expiresAt: 1,
});
function context(path: string, answer: () => Promise<unknown>): LoadContext {
  return {
    answer: () => {},
    head: () => {},
    api: (contract) => clientOf(contract, answer),
    queries: new QueryClient(),
    params: {},
    url: new URL(path, 'http://localhost'),
    user: null,
    reader: { locale: 'en-US', zone: 'UTC', now: 0 },
  };
}

test('a page without a token asks nobody', async () => {
  const found = await findLink(context('/verify-email', () => Promise.reject(new Error('asked'))));
  expect(found).toEqual({ state: 'missing', token: '', view: null });
});

test.each(['link_unknown', 'invalid_input'])('a token that the server refuses with %s is unknown', async (code) => {
  const found = await findLink(context(`/verify-email?token=${token}`, () => Promise.reject(new Failure(code))));
  expect(found.state).toBe('unknown');
});

test('other failures rise to the error page', async () => {
  await expect(
    findLink(context(`/verify-email?token=${token}`, () => Promise.reject(new Failure('unavailable')))),
  ).rejects.toMatchObject({ code: 'unavailable' });
});

test.each(['good', 'expired', 'used'] as const)('a %s link of this page is told as it is', async (state) => {
  const found = await findLink(context(`/update-password?token=${token}`, async () => view('reset', state)));
  expect(found).toMatchObject({ state, token, view: { email: 'lena@example.org' } });
});

test('a link of another page leads there, with its token', async () => {
  const thrown: unknown = await findLink(context(`/verify-email?token=${token}`, async () => view('invitation'))).catch(
    (error: unknown) => error,
  );
  expect(thrown instanceof Response ? thrown.headers.get('location') : thrown).toBe(pageWith('invitation', token));
});
