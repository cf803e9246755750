import type { CreateModules } from '@atrium/bbb/modules';
import type { Engine } from '#server/model.ts';
import { POLLS, type PollQuestion, pollQuestion } from '#topics/polls/poll-schemas.ts';
import { questionFrom } from '#topics/polls/server/poll-input.ts';

/** BBB knows no such module. */
const MODULE = 'atriumPolls';

function readList(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [list];
  } catch {
    return [text];
  }
}

function readQuestion(sent: unknown): PollQuestion[] {
  const read = pollQuestion.safeParse(sent);
  const question = read.success ? questionFrom(read.data) : null;
  return question === null ? [] : [question];
}

/** Polls that were prepared for the meeting, in the body of `create`. Those that make no sense are left out. */
export function preparedPollsIn(engine: Engine, modules: CreateModules | undefined): PollQuestion[] {
  const text = modules?.others.get(MODULE);
  if (text === undefined) return [];
  const sent = readList(text);
  const polls = sent.flatMap(readQuestion).slice(0, POLLS.prepared);
  if (polls.length < sent.length)
    engine.log('warn', 'prepared polls of a call were left out', { polls: sent.length - polls.length });
  return polls;
}
