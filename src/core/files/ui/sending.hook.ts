/** One file on its way to the server: sent in pieces, paused, resumed, and tried again after a lost line. */
import { DetailedError, Upload } from 'tus-js-client';
import { SessionExpired } from '#kit/ui/auth/auth-client.ts';

export type SendingNews = {
  onProgress: (sent: number) => void;
  onDone: () => void;
  /** `lost`: the line is gone and nobody tries again by itself; `limit`: the plan does not allow it any more; `gone`: the server knows it no more. */
  onStop: (why: 'lost' | 'limit' | 'gone' | 'refused') => void;
};
export type FileSending = { start: () => void; pause: () => void };
type SendingWish = { file: File; url: string; token: () => Promise<string | null> };

/** A piece is what a lost line costs at most. Bytes. */
const piece = 8_000_000;
/** Milliseconds before each new try. */
const retries = [0, 1_000, 3_000, 10_000, 30_000];

function reasonOf(error: Error): 'lost' | 'limit' | 'gone' | 'refused' {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
  if (error instanceof SessionExpired || status === 401 || status === 403) return 'refused';
  if (status === 402) return 'limit';
  return status === 404 || status === 410 ? 'gone' : 'lost';
}

export function createSending({ file, url, token }: SendingWish, { onProgress, onDone, onStop }: SendingNews): FileSending {
  const upload = new Upload(file, {
    uploadUrl: url,
    chunkSize: piece,
    retryDelays: retries,
    // the server's page keeps the list of what is open
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      const held = await token();
      if (held !== null) request.setHeader('authorization', `Bearer ${held}`);
    },
    onShouldRetry: (error) => reasonOf(error) === 'lost',
    onProgress: (sent) => onProgress(sent),
    onSuccess: () => onDone(),
    onError: (error) => onStop(reasonOf(error)),
  });
  return { start: () => upload.start(), pause: () => void upload.abort() };
}
