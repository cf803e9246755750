const base = 'https://local.invalid';

/**
 * Whether a remembered path leads into this product: it begins with one slash, and a browser reads it as a path of the same host.
 * `//host`, `/\host` and control characters (which browsers drop while reading) lead elsewhere.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.length > 2000) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are the danger
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return false;
  return URL.canParse(path, base) && new URL(path, base).origin === base;
}

/** The path when it is local, else the other one. */
export const localPathOr = (path: string | null | undefined, otherwise: string): string =>
  path !== null && path !== undefined && isLocalPath(path) ? path : otherwise;
