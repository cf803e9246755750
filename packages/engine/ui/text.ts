import type english from '#text/en-US.json';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** Every key of the engine's words, as `group.name`. */
export type TextKey = Leaves<typeof english>;
export type TextValues = Record<string, string | number>;

/** Gives the words for a key in the reader's language; ICU messages with the given values. */
export type Text = (key: TextKey, values?: TextValues) => string;
