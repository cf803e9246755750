import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { TOKEN_SECONDS } from '#core/identity/identity.rules.ts';
import { readAccessToken, readOldAccessToken, signAccessToken } from './tokens.service.ts';

const start = Date.UTC(2026, 10, 17, 12);

test('a token that was found good once still ends at its time, and changed by a letter it is nobody’s', async () => {
  const clock = { at: start };
  const ctx = { secrets: createSecrets(newMasterKey()), now: () => clock.at };
  const facts = { userId: newId(start), sessionId: newId(start) };
  const token = await signAccessToken(ctx, facts);
  expect(await readAccessToken(ctx, token)).toEqual(facts);
  expect(await readAccessToken(ctx, token)).toEqual(facts);
  expect(await readAccessToken(ctx, `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`)).toBe('invalid');
  clock.at = start + (TOKEN_SECONDS - 1) * 1000;
  expect(await readAccessToken(ctx, token)).toEqual(facts);
  clock.at = start + TOKEN_SECONDS * 1000;
  expect(await readAccessToken(ctx, token)).toBe('expired');
  expect(await readOldAccessToken(ctx, token)).toEqual(facts);
});

test('what one installation found good is not good in another', async () => {
  const now = () => start;
  const [ours, theirs] = [createSecrets(newMasterKey()), createSecrets(newMasterKey())];
  const token = await signAccessToken({ secrets: ours, now }, { userId: newId(start), sessionId: newId(start) });
  expect(await readAccessToken({ secrets: ours, now }, token)).toMatchObject({ userId: expect.any(String) });
  expect(await readAccessToken({ secrets: theirs, now }, token)).toBe('invalid');
});
