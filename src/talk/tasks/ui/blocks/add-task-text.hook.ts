import some from '../../text/en-US.json?only=add&part.json';
import { textOf } from '#kit/ui/text/text-of.ts';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
/** What other domains' pages show of tasks: the words of our screens stay out of theirs. */
const english: Pick<EnglishTexts, 'add'> = some;
export const addTaskText = textOf('tasks', english);
