import { expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { Actor } from '#kit/server/ctx.ts';
import { checkAccess, type MountRights } from '#kit/server/http/mount.ts';

const doors: MountRights = { everHeldBy: (permission, kind) => permission === 'rooms.view' || kind === 'operator' };

test('the door of a call', async () => {
  const actor = (accountKind: 'customer' | 'operator', scope: string[]): Actor => ({
    kind: 'user',
    userId: 'u',
    accountId: 'a',
    sessionId: 's',
    accountKind,
    role: 'member',
    scope,
    name: '',
    email: '',
    locale: 'en-US',
    timeZone: 'UTC',
  });
  const codeOf = (access: string, who: Actor) => {
    try {
      checkAccess(access, who, doors);
    } catch (error) {
      return error instanceof Failure ? error.code : 'other';
    }
    return 'open';
  };
  const nobody: Actor = { kind: 'nobody' };
  expect(['all', 'guest', 'user', 'rooms.view'].map((access) => codeOf(access, nobody))).toEqual([
    'open',
    'open',
    'not_signed_in',
    'not_signed_in',
  ]);
  expect(['user', 'rooms.view', 'servers.manage'].map((access) => codeOf(access, actor('customer', [])))).toEqual([
    'open',
    'not_allowed',
    'not_found',
  ]);
  expect(codeOf('servers.manage', actor('operator', []))).toBe('not_allowed');
  // what an account can never hold does not exist for it, even when a scope says otherwise
  expect(codeOf('servers.manage', actor('customer', ['servers.manage']))).toBe('not_found');
  expect(codeOf('rooms.view', actor('customer', ['rooms.view']))).toBe('open');
  expect(codeOf('servers.manage', { kind: 'system' })).toBe('open');
});
