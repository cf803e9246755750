import { pageFacts } from '#kit/facts.ts';

const key = 'atrium.reload';
type Page = { storage: Pick<Storage, 'getItem' | 'setItem'>; now: () => number; reload: () => void };

const chunkWords =
  /dynamically imported module|importing a module script|loading (css )?chunk|unable to preload css|failed to fetch module/i;
/** Whether code of the page could not be loaded; after an update of the server the old files are gone. */
export const isChunkFailure = (error: unknown): boolean => error instanceof Error && chunkWords.test(error.message);

/** Loads the page again, at most once in 60 s. Tells whether it does. */
export function reloadOnce({ storage, now, reload }: Page): 'reloading' | 'lately' {
  const last = Number(storage.getItem(key) ?? '0');
  if (Number.isFinite(last) && now() - last < pageFacts.reloadGuard) return 'lately';
  storage.setItem(key, String(now()));
  reload();
  return 'reloading';
}
