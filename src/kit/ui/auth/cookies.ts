import { localeFacts } from '#kit/facts.ts';

/** Cookies by name, as the browser or a request gives them. */
export type CookieJar = {
  get: (name: string) => string | null;
  /** `maxAge` in seconds; null = until the browser closes. */
  set: (name: string, value: string, maxAge: number | null) => void;
  remove: (name: string) => void;
};

/** Reads `a=1; b=2` (RFC 6265 §4.2.1). Values that are not well encoded are left as they are. */
export function parseCookies(header: string): Record<string, string> {
  const jar: Record<string, string> = {};
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    const raw = part
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (name !== '' && !Object.hasOwn(jar, name)) jar[name] = decoded(raw);
  }
  return jar;
}
function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** The cookies of this document. On https they are marked secure. */
export function documentCookies(page: { document: { cookie: string }; location: { protocol: string } }): CookieJar {
  const secure = page.location.protocol === 'https:' ? '; Secure' : '';
  const { cookiePath, cookieSameSite } = localeFacts;
  const write = (name: string, value: string, rest: string) => {
    page.document.cookie = `${name}=${encodeURIComponent(value)}; Path=${cookiePath}; SameSite=${cookieSameSite}${secure}${rest}`;
  };
  return {
    get: (name) => parseCookies(page.document.cookie)[name] ?? null,
    set: (name, value, maxAge) => write(name, value, maxAge === null ? '' : `; Max-Age=${maxAge}`),
    remove: (name) => write(name, '', '; Max-Age=0'),
  };
}
