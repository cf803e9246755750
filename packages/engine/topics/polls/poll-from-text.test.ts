import { expect, test } from 'vitest';
import { pollFromText } from '#topics/polls/poll-from-text.ts';

test.each([
  [
    'answers on lines of their own',
    'Vertex form\nWhere is the vertex?\nA) (-1 | -2)\nB) (1 | -2)\nC) (1 | 2)\nMathematics 9b',
    { kind: 'letters', question: 'Where is the vertex?', options: ['(-1 | -2)', '(1 | -2)', '(1 | 2)'] },
  ],
  ['two answers in a line', 'Which one?\nA. red  B. blue\nC. green  D. none', { options: ['red', 'blue', 'green', 'none'] }],
  ['letters in boxes', 'Pick one\nA Paris\nB London', { question: 'Pick one', options: ['Paris', 'London'] }],
  ['numbers', 'How many?\n1) two\n2) three', { question: 'How many?', options: ['two', 'three'] }],
  ['answers in Arabic', 'ما هي العاصمة؟\nA) القاهرة\nB) دمشق', { question: 'ما هي العاصمة؟', options: ['القاهرة', 'دمشق'] }],
  [
    'a question alone',
    'Heat\nDoes ice float on water?',
    { kind: 'yes-no', question: 'Does ice float on water?', options: ['', ''] },
  ],
])('%s are offered as a poll', (_, text, poll) => {
  expect(pollFromText(text)).toMatchObject(poll);
});

test.each([
  ['no question', 'Stretching\na opens it up or down'],
  ['a sentence that begins with A', 'A parabola opens upwards'],
  ['a list that begins in the middle', 'C) left\nD) right'],
  ['nothing', ''],
])('%s offers nothing', (_, text) => {
  expect(pollFromText(text)).toBeNull();
});

test('a list ends where its letters do', () => {
  expect(pollFromText('Q?\nA) one\nB) two\nD) four')?.options).toEqual(['one', 'two']);
});
