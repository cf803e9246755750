/** Bodies of raw requests: how much of one is taken, and how much of all of them at once. */
import type { IncomingMessage } from 'node:http';

/** Give `release` a call when the body is not needed any more: its bytes count until then. */
export type TakenBody = { bytes: Uint8Array; release(): void };
/** `too long`: it is longer than its limit, or this process holds as much as it may. `gone`: so is the client. */
export type Body = TakenBody | 'too long' | 'gone';
export type BodyReader = {
  /** Collects the body; `limit` in bytes. */
  read(request: IncomingMessage, limit: number): Promise<Body>;
};

/** Whether a body comes with this request. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** `inFlight`: bytes that all bodies together may hold in memory. Counted as they come: an announced length alone holds nothing. */
export function openBodyReader(inFlight: number): BodyReader {
  let held = 0;
  const collect = (request: IncomingMessage, limit: number) =>
    new Promise<Body>((resolve) => {
      // where the length is announced, each part goes to its place at once: copying it all at the end would hold up everybody
      const announced = Number(request.headers['content-length'] ?? 0);
      let whole: Buffer | null = null;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const release = () => {
        held -= bytes;
        bytes = 0;
        chunks.length = 0;
        whole = null;
      };
      const take = (chunk: Buffer) => {
        if (bytes + chunk.byteLength > limit || held + chunk.byteLength > inFlight) return give('too long');
        if (announced === 0) chunks.push(chunk);
        else {
          whole ??= Buffer.allocUnsafeSlow(announced);
          chunk.copy(whole, bytes);
        }
        bytes += chunk.byteLength;
        held += chunk.byteLength;
      };
      const ended = () => give({ bytes: whole ?? Buffer.concat(chunks), release });
      const lost = () => give('gone');
      const give = (body: Body) => {
        request.off('data', take).off('end', ended).off('error', lost).off('close', lost);
        // the rest of a refused one flows away unread until its connection is closed; its end is nobody's error any more
        request.on('error', () => undefined).resume();
        if (typeof body === 'string') release();
        resolve(body);
      };
      request.on('data', take).on('end', ended).on('error', lost).on('close', lost);
    });
  return {
    read: (request, limit) => {
      if (!hasBody(request)) return Promise.resolve({ bytes: new Uint8Array(), release: () => undefined });
      // what closed before anybody listened never tells
      if (request.destroyed) return Promise.resolve('gone');
      if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('too long');
      return collect(request, limit);
    },
  };
}
