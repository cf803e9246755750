import type english from '#text/en-US.json';

/** The keys of a file of texts, as `group.name`. */
export type KeysIn<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysIn<T[K]>}` }[keyof T & string];

/** Every key of the engine's words, as `group.name`. */
export type TextKey = KeysIn<typeof english>;
export type TextValues = Record<string, string | number>;

/** Gives the words for a key in the reader's language; ICU messages with the given values. */
export type EngineText = (key: TextKey, values?: TextValues) => string;
