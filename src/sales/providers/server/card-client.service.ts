/** The connection to the card provider, by its own library, which is loaded when it is first needed. */
import type { Stripe } from 'stripe';

export type CardAccess = {
  secretKey: string;
  webhookSecrets: readonly string[];
  /** Of a stand-in on this machine; null for the provider itself. */
  address: string | null;
  /** Epoch ms. */
  now: () => number;
};

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const TIMEOUT_MS = 20_000;

export const isLiveKey = (key: string): boolean => /^(sk|rk)_live_/.test(key);

/** Throws when another address than the provider's is not on this machine, or is given with a key that moves real money. */
export async function cardClient({ secretKey, address }: CardAccess): Promise<Stripe> {
  const { Stripe: Library } = await import('stripe');
  const shared = { telemetry: false, maxNetworkRetries: 2, timeout: TIMEOUT_MS };
  if (address === null) return new Library(secretKey, shared);
  const url = new URL(address);
  if (!loopback.test(url.hostname)) throw new Error('a stand-in for the card provider has to be on this machine');
  if (isLiveKey(secretKey)) throw new Error('a key for real money is not told to a stand-in');
  return new Library(secretKey, { ...shared, host: url.hostname, port: url.port, protocol: 'http' });
}
