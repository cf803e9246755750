/** Addresses of servers, as they are typed and as they are compared. */
import { AddressError, apiAddress } from '@atrium/bbb/address';

/**
 * The address of the API from what people paste: with or without `https://`, `/bigbluebutton`, `api` and slashes at its
 * end. A bare host gets the usual path. Null when it is no address of a server.
 */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  try {
    const address = apiAddress(whole);
    const url = new URL(address);
    return url.pathname === '/api/' ? `${url.origin}/bigbluebutton/api/` : address;
  } catch (error) {
    if (error instanceof AddressError) return null;
    throw error;
  }
}

/** The stored address in the form that two spellings of one share. */
export function canonical(url: string): string {
  try {
    return apiAddress(url);
  } catch (error) {
    if (error instanceof AddressError) return url;
    throw error;
  }
}

const isTrial = (site: URL) =>
  site.protocol === 'http:' ||
  site.hostname === 'localhost' ||
  site.hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(site.hostname);

/**
 * Whether people may be sent from our pages at `site` to `address`: to secure addresses only, unless the installation itself is not
 * secure. Browsers give no microphone or camera to a page without https, and many do not open one at all.
 */
export function mayLeadTo(site: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isTrial(new URL(site)));
}
