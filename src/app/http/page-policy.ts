/** What a page may load and where it may send, as its `content-security-policy` says. */

export type PageMode = 'built' | 'dev';

/** Other sites that this installation lets in, as the operator set it. */
export type GuestPageSettings = { tagManagerId: string | null; captchaSiteKey: string | null };

/** Origins that may hold a page in a frame, and the one that its form may be sent to. */
export type PageFrame = { origins: readonly string[]; formAction: string | null };

/** The scripts of the tag manager and of the analytics that it brings, from whichever region. */
const tagScripts = ' https://*.googletagmanager.com';
/** Where those analytics send what they count; both have hosts of their own for each region. */
const tagNews = `${tagScripts} https://*.google-analytics.com https://analytics.google.com https://*.analytics.google.com`;
const captchaSites = ' https://www.google.com https://www.gstatic.com';

/** The policy of one page; `nonce` is the one of its own scripts. Without an id nobody else is let in. */
export function pagePolicy(
  nonce: string,
  { mode, guests, publicUrl, frame }: { mode: PageMode; guests: GuestPageSettings; publicUrl: string; frame?: PageFrame | null },
): string {
  const tags = (sites: string) => (guests.tagManagerId === null ? '' : sites);
  const captcha = guests.captchaSiteKey === null ? '' : captchaSites;
  const live = new URL(publicUrl).host;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${tags(tagScripts)}${captcha}${mode === 'dev' ? " 'unsafe-eval'" : ''}`,
    // the kit sets style attributes; they cannot carry script
    "style-src 'self' 'unsafe-inline'",
    // pictures may come from anywhere, so those of analytics do, too
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "media-src 'self' blob: mediastream:",
    `connect-src 'self' ws://${live} wss://${live}${tags(tagNews)}${captcha}`,
    `frame-src 'self'${captcha}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action ${["'self'", frame?.formAction ?? []].flat().join(' ')}`,
    `frame-ancestors ${(frame?.origins ?? []).join(' ') || "'none'"}`,
  ].join('; ');
}
