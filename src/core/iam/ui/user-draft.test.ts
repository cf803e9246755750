import { describe, expect, test } from 'vitest';
import { changesOf, grantsDraftOf, grantsOf, grantsTrouble, type NewUserDraft, newUserTrouble } from './user-draft.hook.ts';

const at = { zone: 'Asia/Tokyo', now: Date.UTC(2026, 5, 1) };
const empty = grantsDraftOf(null, at.zone);
const fresh: NewUserDraft = { ...empty, how: 'mail', email: '', userName: '', name: '' };

describe('what somebody is given', () => {
  test('nothing that stayed is sent', () => {
    expect(changesOf(empty, empty, at.zone)).toEqual({});
    expect(changesOf({ ...empty, preset: 'viewer' }, empty, at.zone)).toEqual({ preset: 'viewer' });
  });

  test('the end is a moment in the reader’s zone', () => {
    expect(grantsOf({ ...empty, expiresAt: '2026-07-01T09:00' }, at.zone).expiresAt).toBe(Date.UTC(2026, 6, 1));
  });

  test('an end that is over, and a boundary that lets nothing pass, are refused', () => {
    expect(grantsTrouble({ ...empty, expiresAt: '2026-01-01T00:00', boundary: [] }, at)).toEqual({
      expiresAt: 'in_the_past',
      boundary: 'no_statements',
    });
  });

  test('who comes by mail needs an address, who comes by name a name', () => {
    expect(newUserTrouble(fresh, at)).toEqual({ email: 'required' });
    expect(newUserTrouble({ ...fresh, email: 'nobody' }, at)).toEqual({ email: 'email' });
    expect(newUserTrouble({ ...fresh, how: 'name' }, at)).toEqual({ userName: 'required', name: 'required' });
    expect(newUserTrouble({ ...fresh, how: 'name', name: 'Ana', userName: 'a b' }, at)).toEqual({ userName: 'name_letters' });
    expect(newUserTrouble({ ...fresh, how: 'name', name: 'Ana', userName: 'Ana.Lopez' }, at)).toEqual({});
  });
});
