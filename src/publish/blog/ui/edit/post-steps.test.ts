import { describe, expect, test } from 'vitest';
import { actionsFor, type PostState } from '../../blog.rules.ts';
import type { PostItem } from '../../posts.contract.ts';
import { stepsOf } from './post-steps.hook.ts';

const both = ['posts.edit', 'posts.publish'];
const postOf = (state: PostState, scope: readonly string[], language: PostItem['languages'][number]['state'] = 'draft') => ({
  state,
  actions: actionsFor(state, scope),
  languages: [{ locale: 'en-US' as const, state: language, editedAt: 0 }],
  publishAt: state === 'scheduled' ? 1 : null,
});

describe('the step in front', () => {
  test.each<[PostState, readonly string[], string | null]>([
    ['draft', both, 'publish'],
    ['draft', ['posts.edit'], 'submit'],
    ['in_review', both, 'publish'],
    ['in_review', ['posts.edit'], null],
    ['scheduled', both, null],
    ['archived', both, 'unarchive'],
    ['trashed', ['posts.edit'], 'restore'],
  ])('of a post that is %s for %j: %s', (state, scope, primary) => {
    expect(stepsOf(postOf(state, scope)).primary).toBe(primary);
  });

  test('publishes what was edited since, and nothing where nothing was', () => {
    expect(stepsOf(postOf('published', both, 'edited')).primary).toBe('publish');
    expect(stepsOf(postOf('published', both, 'live'))).toEqual({ primary: null, others: ['unpublish', 'archive', 'trash'] });
  });
});
