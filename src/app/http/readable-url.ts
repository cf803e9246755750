/** Addresses that no router can read, made readable for the one that answers with pages. */

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * A page's address whose path holds a broken percent code, with its percent signs spelled out: no page has that name, so the page
 * "not found" answers it like any other wrong address. So it does where the address holds U+0000, which no name does. Addresses of the API stay as they came and are refused as such.
 */
export function readableUrl(url: string): string {
  if (url.startsWith('/api/')) return url;
  const end = url.search(/[?#]/);
  const path = end === -1 ? url : url.slice(0, end);
  const rest = url.slice(path.length);
  if (url.includes('%00')) return `${path.replaceAll('%', '%25')}%2500${rest.replaceAll('%00', '')}`;
  return isReadable(path) ? url : `${path.replaceAll('%', '%25')}${rest}`;
}
