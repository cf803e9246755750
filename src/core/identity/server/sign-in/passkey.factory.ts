/** A software authenticator: ES256 keys in memory, attestation "none" (WebAuthn 3 §6). */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { NewPasskey, UsedPasskey } from '#core/identity/safety.contract.ts';

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of the few shapes that an authenticator writes. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const parts: Buffer[] = [head(5, value.size)];
  for (const [key, one] of value) {
    if (typeof one !== 'number' && typeof one !== 'string' && !(one instanceof Uint8Array) && !(one instanceof Map))
      throw new Error('not of CBOR');
    parts.push(cbor(key), cbor(one));
  }
  return Buffer.concat(parts);
}

export type Site = { origin?: string; rpID?: string };
const here = { origin: 'http://localhost:3000', rpID: 'localhost' };

/** `holder` tells whether it checks who touches it. */
export function buildAuthenticator(holder: 'checked' | 'not checked' = 'checked') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const state = { counter: 0 };
  const flags = holder === 'checked' ? 0x05 : 0x01;
  const dataFor = (rpID: string, more: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(state.counter);
    return Buffer.concat([sha256(rpID), Buffer.from([flags | more]), count]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const frame = { id: b64(id), rawId: b64(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    state,
    make(challenge: string, site: Site = {}): NewPasskey {
      const { origin, rpID } = { ...here, ...site };
      const jwk = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = Buffer.concat([dataFor(rpID, 0x40), credential]);
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...frame,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, origin)),
          attestationObject: b64(attestation),
          transports: ['internal'],
        },
      };
    },
    use(challenge: string, site: Site = {}): UsedPasskey {
      const { origin, rpID } = { ...here, ...site };
      state.counter += 1;
      const authData = dataFor(rpID, 0);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(privateKey);
      return { ...frame, response: { clientDataJSON: b64(client), authenticatorData: b64(authData), signature: b64(signature) } };
    },
  };
}
