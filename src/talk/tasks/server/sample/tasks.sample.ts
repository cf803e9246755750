/** A sample board: what an office plans in three lists. */
import type { SampleWorld } from '#kit/server/sample.ts';
import type { BoardLabel } from '#talk/tasks/tasks-views.contract.ts';
import { newId } from '#kit/server/ids.ts';
import { changeBoard, createBoard, getBoard } from '#talk/tasks/server/boards.service.ts';
import { changeCard } from '#talk/tasks/server/card-changing.service.ts';
import { addCard } from '#talk/tasks/server/cards.service.ts';
import { addComment } from '#talk/tasks/server/comments.service.ts';

type SampleCard = {
  title: string;
  label?: string;
  text?: string;
  /** Days from today. */
  due?: number;
  /** Those before the bar are done. */
  steps?: string;
  mine?: 'mine';
  comment?: string;
  done?: 'done';
};
const labels: readonly Pick<BoardLabel, 'name' | 'hue'>[] = [
  { name: 'Open day', hue: 'blue' },
  { name: 'Lab', hue: 'green' },
  { name: 'Security', hue: 'amber' },
  { name: 'Office', hue: 'grey' },
];
const lists: Readonly<Record<string, readonly SampleCard[]>> = {
  'To do': [
    { title: 'Ask who brings the microphones on the open day', label: 'Open day', due: 3, mine: 'mine' },
    { title: 'Second factor for four people', label: 'Security', due: 9, steps: '|Write to them|Office hour for questions' },
    { title: 'Old recordings: what may go?', due: -2, steps: '|List them|Ask the teachers|Delete' },
    { title: 'Names of rooms for the new term' },
  ],
  Doing: [
    {
      ...{ title: 'Lab: one room microphone instead of two laptops', label: 'Lab', due: 0, mine: 'mine' },
      text: 'Two laptops hear each other. The room microphone from May is enough for both groups if the mixer is set right.',
      steps: 'Find the microphone (cupboard 4)|Set the mixer as in the paper|Try it with the second group',
      comment: 'The cable is too short for the back row. I order a longer one.',
    },
    { title: 'Slides of year 9 into the library', steps: 'Maths;Biology|History|Music' },
  ],
  Done: [
    { title: 'Invoice with our order number', label: 'Office', mine: 'mine', done: 'done' },
    { title: 'Welcome text for guests', steps: 'German;English', done: 'done' },
    { title: 'Sound test with the hall', label: 'Open day', done: 'done' },
  ],
};

const dayMs = 86_400_000;
/** "done;done|open|open". */
function stepsOf(text: string): { text: string; done: boolean }[] {
  const [first = '', ...open] = text.split('|');
  const done = first.split(';').filter((step) => step !== '');
  return [...done.map((step) => ({ text: step, done: true })), ...open.map((step) => ({ text: step, done: false }))];
}

export async function fillSample({ as, school: { actor } }: SampleWorld): Promise<void> {
  const ctx = as(actor);
  const wish = { name: 'School office', share: 'account' as const, shareRole: 'editor' as const, lists: Object.keys(lists) };
  const { id } = await createBoard(ctx, wish);
  const known = labels.map((label) => ({ id: newId(ctx.now()), ...label }));
  await changeBoard(ctx, { id, body: { labels: known } });
  for (const list of (await getBoard(ctx, id, 'all')).lists)
    for (const sample of lists[list.name] ?? []) {
      const card = await addCard(ctx, { listId: list.id, body: { title: sample.title, source: null } });
      const { text = '', due, steps = '', done, mine, label } = sample;
      const state = done ?? ('open' as const);
      const on = due === undefined ? null : new Date(ctx.now() + due * dayMs).toISOString().slice(0, 10);
      const marks = known.flatMap((one) => (one.name === label ? [one.id] : []));
      const people = mine === undefined ? [] : [actor.userId];
      const body = {
        revision: card.revision,
        text,
        labels: marks,
        people,
        due: on === null ? null : { on, at: null },
        state,
      };
      await changeCard(ctx, { id: card.id, body });
      for (const step of stepsOf(steps)) await changeCard(ctx, { id: card.id, body: { revision: card.revision, step } });
      if (sample.comment !== undefined) await addComment(ctx, { id: card.id, body: { text: sample.comment, mentions: [] } });
    }
}
