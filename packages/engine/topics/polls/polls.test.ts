import { expect, test } from 'vitest';
import type { PollQuestion } from '#topics/polls/poll-schemas.ts';
import { type PollsState, pollsTopic, pollsViewTopic } from '#topics/polls/polls.topic.ts';
import { viewOfPolls } from '#topics/polls/server/poll-view.ts';

const ID = 'p'.repeat(16);
const question = (change: Partial<PollQuestion> = {}): PollQuestion => ({
  ...{ kind: 'letters', question: 'Which?', options: ['', '', ''], right: [1], several: false, anonymous: false, live: false },
  ...change,
});
type Event = Parameters<typeof pollsTopic.reduce>[1]['event'];
const voted = (voter: string, ...choices: number[]): Event => ({
  is: 'voted',
  poll: ID,
  voter,
  name: voter,
  choices,
  typed: '',
  again: false,
});
const ended: Event = { is: 'ended', poll: ID, invited: 4 };
const after = (poll: PollQuestion, ...events: Event[]): PollsState =>
  [{ is: 'started' as const, id: ID, poll }, ...events].reduce(
    (state, event) => pollsTopic.reduce(state, { event, by: 'ada', at: 1_000 }),
    pollsTopic.empty,
  );
const seenBy = (state: PollsState, voter: string | null, leads: 'leads' | 'answers' = 'answers') =>
  viewOfPolls(state, { voter, leads: leads === 'leads', here: 4 }).polls[0];

test('a person has one vote, which can be changed until the end', () => {
  const state = after(question(), voted('ben', 0), voted('kim', 1), voted('ben', 1));
  expect(seenBy(state, 'ada', 'leads')).toMatchObject({ counts: [0, 2, 0], voted: 2, invited: 4 });
});

test('while it runs people see how many voted and their own answer, and no figures, names or right answers', () => {
  const state = after(question(), voted('ben', 0), voted('kim', 1));
  expect(seenBy(state, 'ben')).toMatchObject({ voted: 2, mine: { choices: [0] }, counts: null, votes: null, right: null });
  expect(seenBy(state, 'ada', 'leads')).toMatchObject({
    counts: [1, 1, 0],
    right: [1],
    votes: [{ name: 'ben' }, { name: 'kim' }],
  });
  expect(seenBy(after(question({ live: true }), voted('ben', 0)), 'kim')?.counts).toEqual([1, 0, 0]);
});

test('figures are shown once they are published, and the right answer from the end on', () => {
  const over = after(question(), voted('ben', 0), ended);
  expect(seenBy(over, 'kim')).toMatchObject({ counts: null, right: [1], invited: 4 });
  const published: Event = { is: 'published', poll: ID, published: { on: null } };
  expect(seenBy(after(question(), voted('ben', 0), ended, published), 'kim')?.counts).toEqual([1, 0, 0]);
});

test('an anonymous poll keeps no names after its end, and shows figures only where they say nothing about a person', () => {
  const votes = [voted('zoe', 2), voted('ben', 0)];
  const published: Event = { is: 'published', poll: ID, published: { on: null } };
  const few = after(question({ anonymous: true }), ...votes, ended, published);
  expect(JSON.stringify(few)).not.toMatch(/zoe|ben/);
  expect(seenBy(few, 'kim')?.counts).toBeNull();
  const more = after(question({ anonymous: true }), ...votes, voted('kim', 1), ended, published);
  expect(seenBy(more, 'kim')).toMatchObject({ counts: [1, 1, 1], votes: null });
  expect(seenBy(more, 'ada', 'leads')?.votes).toBeNull();
});

test('typed answers are counted without regard to letter case', () => {
  const say = (voter: string, typed: string): Event => ({
    is: 'voted',
    poll: ID,
    voter,
    name: voter,
    choices: [],
    typed,
    again: false,
  });
  const state = after(
    question({ kind: 'typed', options: [], right: [] }),
    say('a', 'Water '),
    say('b', 'ice'),
    say('c', 'water'),
  );
  expect(seenBy(state, 'ada', 'leads')?.typed).toEqual([
    { text: 'Water', count: 2 },
    { text: 'ice', count: 1 },
  ]);
});

test('what a person may see fits what pages read', () => {
  const view = viewOfPolls(after(question(), voted('ben', 0), ended), { voter: 'ben', leads: false, here: 4 });
  expect(pollsViewTopic.state.parse(view)).toEqual(view);
  expect(pollsViewTopic.event.safeParse({ is: 'voted' }).success).toBe(false);
});
