import { expect, test } from 'vitest';
import { draftFor, missingIn, pollToAsk, withKind, withOption, withoutOption } from '#topics/polls/ui/poll-draft.ts';

test('a poll begins with what the slide offers, else with yes or no', () => {
  expect(draftFor('Which?\nA) red\nB) blue')).toMatchObject({ kind: 'letters', question: 'Which?', options: ['red', 'blue'] });
  expect(draftFor('')).toMatchObject({ kind: 'yes-no', question: '', options: ['', ''] });
});

test('another kind keeps the question and answers with words', () => {
  const own = withOption(withOption(withKind(draftFor('Ready?'), 'own'), 0, 'now'), 1, 'later');
  expect(withKind(own, 'letters')).toMatchObject({ question: 'Ready?', options: ['now', 'later'] });
  expect(withKind(draftFor(''), 'letters').options).toEqual(['', '', '', '']);
  expect(withKind(own, 'typed').options).toEqual([]);
  expect(withoutOption({ ...own, right: [1] }, 0)).toMatchObject({ options: ['later'], right: [] });
});

test('own answers that were left empty are left out, and the right one stays the right one', () => {
  const draft = { ...withKind(draftFor(''), 'own'), options: ['red', ' ', 'blue'], right: [2] };
  expect(pollToAsk(draft)).toMatchObject({ options: ['red', 'blue'], right: [1] });
  expect(missingIn({ ...draft, options: ['red', ''] })).toBe('needsAnswers');
  expect(missingIn(withKind(draft, 'typed'))).toBe('needsQuestion');
  expect(missingIn(withKind(draft, 'letters'))).toBeNull();
});
