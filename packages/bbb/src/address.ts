/** The address of a BBB server cannot be used; `message` says why in a few words. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/**
 * The base of all calls, ending in `/api/`, from whatever people paste: `https://HOST/bigbluebutton` with or without
 * a slash, `api` or `api/` at its end.
 * @throws AddressError unless it is an http or https address without user name, query and fragment.
 */
export function apiAddress(pasted: string): string {
  const text = pasted.trim();
  if (!URL.canParse(text)) throw new AddressError('not an address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressError('only http and https');
  if (url.username !== '' || url.password !== '') throw new AddressError('user name or password inside the address');
  if (url.search !== '' || url.hash !== '') throw new AddressError('query or fragment inside the address');
  const path = withoutSlashes(url.pathname);
  const prefix = path.endsWith('/api') ? withoutSlashes(path.slice(0, -'/api'.length)) : path;
  return `${url.origin}${prefix}/api/`;
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
