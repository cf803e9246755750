/** One decoded parameter: name and value. */
export type QueryPair = readonly [name: string, value: string];

/** Decoded parameters in the order they came, and by name with the first value winning. */
export type QueryParams = { readonly list: readonly QueryPair[]; readonly first: ReadonlyMap<string, string> };

/**
 * The part of a request line after its first `?`, byte for byte.
 * It must be cut from the line itself (Node: `request.url`): a URL object rewrites apostrophes and non-ASCII characters,
 * and the checksum no longer fits.
 */
export function rawQueryOf(requestUrl: string): string {
  const mark = requestUrl.indexOf('?');
  return mark === -1 ? '' : requestUrl.slice(mark + 1);
}

/** The part of a request line before its first `?`, as it came. */
export function rawPathOf(requestUrl: string): string {
  const mark = requestUrl.indexOf('?');
  return mark === -1 ? requestUrl : requestUrl.slice(0, mark);
}

/** Parameters from pairs; where a name repeats, the first value wins. */
export function paramsOf(list: readonly QueryPair[]): QueryParams {
  const first = new Map<string, string>();
  for (const [name, value] of list) if (!first.has(name)) first.set(name, value);
  return { list, first };
}

/** Decodes a raw query or a form-encoded body once. Broken percent triplets stay as text, broken UTF-8 becomes U+FFFD. */
export function parseQuery(raw: string): QueryParams {
  // URLSearchParams drops one leading question mark; a mark that belongs to the text must survive.
  return paramsOf([...new URLSearchParams(`?${raw}`)]);
}

/** Parameters of the query followed by those of the body, so that the signed query wins where both name the same one. */
export function mergeParams(query: QueryParams, body: QueryParams): QueryParams {
  return body.list.length === 0 ? query : paramsOf([...query.list, ...body.list]);
}

/**
 * The query in the one form that survives every URL parser unchanged (`+` for a space, `%27` for an apostrophe).
 * Sign exactly this text.
 */
export function writeQuery(list: readonly QueryPair[]): string {
  return new URLSearchParams(list.map(([name, value]): [string, string] => [name, value])).toString();
}

/** Items of a comma list. Empty ones are dropped: as a prefix an empty recording ID would match everything. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined) return [];
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
