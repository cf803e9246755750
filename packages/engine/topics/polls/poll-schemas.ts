import * as z from 'zod/mini';

/** Polls that are kept, answers to choose from, characters of a question, of an answer and of what somebody types. */
export const POLLS = { kept: 50, options: 9, question: 500, option: 200, typed: 200, prepared: 50 } as const;

/** Fewer voters than this, and figures would say who chose what. */
export const ANONYMOUS_LEAST = 3;

/** Whose answers have words of their own in every language (`yes-no`, `true-false`), letters, own words, or are typed. */
export const pollKinds = ['yes-no', 'true-false', 'letters', 'own', 'typed'] as const;
export type PollKind = (typeof pollKinds)[number];

const option = z.string().check(z.maxLength(POLLS.option));
/** Places in the list of options, counted from 0. */
const choices = z.array(z.int().check(z.gte(0), z.lt(POLLS.options))).check(z.maxLength(POLLS.options));
const typed = z.string().check(z.maxLength(POLLS.typed));

const questionShape = {
  kind: z.enum(pollKinds),
  question: z.string().check(z.maxLength(POLLS.question)),
  /** Empty ones are shown by their letter, and those of `yes-no` and `true-false` by the reader's words. Typed answers have none. */
  options: z.array(option).check(z.maxLength(POLLS.options)),
  /** The right ones of a quiz; empty: there are none. */
  right: choices,
  /** More than one answer may be chosen. */
  several: z.boolean(),
  /** Nobody ever sees who chose what. */
  anonymous: z.boolean(),
  /** Everybody sees the figures while it runs. */
  live: z.boolean(),
};
/** What is asked. */
export const pollQuestion = z.object(questionShape);
export type PollQuestion = z.infer<typeof pollQuestion>;

export const answerShape = { choices, typed };
const pollAnswer = z.object(answerShape);
export type PollAnswer = z.infer<typeof pollAnswer>;

/** Where its figures lie on a slide. Null: on none. */
export const slidePlace = z.nullable(z.object({ deck: z.string().check(z.maxLength(40)), page: z.int() }));
const share = z.number().check(z.gte(0), z.lte(1));
/** The upper left corner of the card with the figures, in shares of the slide. */
export const cardCorner = z.object({ x: share, y: share });
export type CardCorner = z.infer<typeof cardCorner>;
/** Null: the figures are not published. `corner`: where somebody moved the card. */
export const published = z.nullable(z.object({ on: slidePlace, corner: z.optional(cardCorner) }));

/** Times are epoch milliseconds of the engine. */
const pollTimes = { startedAt: z.number(), endsAt: z.nullable(z.number()), endedAt: z.nullable(z.number()) };

const namedAnswer = z.object({ ...answerShape, name: z.string() });
/** `voter`: the external user id, so that a person with two pages has one vote. Both names are empty once an anonymous poll ended. */
const vote = z.object({ ...answerShape, name: z.string(), voter: z.string() });

/** A poll as the engine knows it. `invited`: people who could vote when it ended, as far as they did not present. */
export const poll = z.object({
  ...questionShape,
  id: z.string(),
  ...pollTimes,
  votes: z.array(vote),
  invited: z.int(),
  published,
});
export type Poll = z.infer<typeof poll>;

/** A poll as one person may see it. */
export const pollView = z.object({
  ...questionShape,
  id: z.string(),
  ...pollTimes,
  /** Null until the reader may know them. */
  right: z.nullable(choices),
  voted: z.int(),
  invited: z.int(),
  /** How often each option was chosen; null where the reader may not see it. */
  counts: z.nullable(z.array(z.int())),
  /** What was typed, each with how often. */
  typed: z.nullable(z.array(z.object({ text: z.string(), count: z.int() }))),
  /** Who chose what; null unless the reader leads and it is not anonymous. */
  votes: z.nullable(z.array(namedAnswer)),
  /** The reader's own. */
  mine: z.nullable(pollAnswer),
  published,
});
export type PollView = z.infer<typeof pollView>;

export const pollId = z.string().check(z.regex(/^[\w-]{16}$/));
export const prepared = z.object({ ...questionShape, id: pollId });
export type PreparedPoll = z.infer<typeof prepared>;
