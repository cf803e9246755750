import { describe, expect, test } from 'vitest';
import { actionsFor, nextState, postActions, type PostState, postStates } from '../blog.rules.ts';
import { offeredActions, sharedActions, wayBack } from './list-steps.hook.ts';

const at = 1_800_000_000_000;
const postIn = (state: PostState, language: 'live' | 'edited' | 'draft' = 'live') => ({
  state,
  actions: actionsFor(state, ['posts.edit', 'posts.publish']),
  languages: [{ locale: 'en-US' as const, state: language, editedAt: at }],
  publishAt: state === 'scheduled' ? at : null,
});

describe('what is offered', () => {
  test('publishing again is offered for what was edited since', () => {
    expect(offeredActions(postIn('published'))).not.toContain('publish');
    expect(offeredActions(postIn('published', 'edited'))).toContain('publish');
    expect(offeredActions(postIn('archived', 'edited'))).not.toContain('publish');
  });
  test('of several posts, what each of them allows', () => {
    expect(sharedActions([postIn('draft', 'draft'), postIn('scheduled')])).toEqual(['schedule', 'publish', 'trash']);
    expect(sharedActions([postIn('draft', 'draft'), postIn('trashed')])).toEqual([]);
    expect(sharedActions([])).toEqual([]);
  });
});

test('each way back ends in the state that the post had, at the time that was set', () => {
  for (const state of postStates)
    for (const action of postActions) {
      const [post, after] = [postIn(state), nextState(state, action)];
      if (after === null || after === 'purged') continue;
      const back = wayBack(post, action);
      if (back === null) continue;
      const end = back.reduce<PostState | 'purged' | null>(
        (now, one) => (now === null || now === 'purged' ? null : nextState(now, one.action)),
        after,
      );
      expect([state, action, end]).toEqual([state, action, state]);
      expect(back.filter((one) => one.action === 'schedule').every((one) => one.at === at)).toBe(true);
    }
  expect(wayBack(postIn('published'), 'trash')).toEqual([{ action: 'restore' }, { action: 'publish' }]);
});

test('nothing is taken back that readers would see otherwise than before', () => {
  expect(wayBack(postIn('published', 'edited'), 'trash')).toBeNull();
  for (const action of ['publish', 'unpublish', 'purge'] as const) expect(wayBack(postIn('draft'), action)).toBeNull();
});
