/**
 * What a value may be. A text names the possibilities, parted by `|`: `string`, `number`, `boolean`, `null`, `list`, `object` (whose inside is not
 * kept), `map` (of texts), `'word'` (one of the words that are known; with `*` there may be others some day), `@charge` (an object of that name
 * in full). A field whose name ends in `?` may be missing.
 */
export type Type = string | { is: string; fields?: Fields; items?: Type };
export type Fields = { [name: string]: Type };
export type Shapes = {
  source: { library: string; description: string; api: string; examples: string; licence: string };
  /** Of answers, by the word in their `object`. */
  objects: { [name: string]: Fields };
  /** Of calls, as `POST refunds`. */
  requests: { [call: string]: Fields };
  /** Which object each kind of event is about. */
  events: { [type: string]: string };
  /** What the published examples have, by the word in their `object`. */
  examples: { [name: string]: Fields };
};
