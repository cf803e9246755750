import { useEffect, useState } from 'react';

export type FetchedFile<T> = { state: 'loading' } | { state: 'failed' } | { state: 'here'; url: string; data: T };

/**
 * A file of the recording, read once; nothing is asked without an address. Public pages have no query cache.
 * @param read stays the same function as long as the file is the same
 */
export function useFetched<T>(url: string | null, read: (answer: Response) => Promise<T>): FetchedFile<T> {
  const [found, setFound] = useState<FetchedFile<T>>({ state: 'loading' });
  useEffect(() => {
    if (url === null) return;
    const stop = new AbortController();
    const get = async () => {
      const answer = await fetch(url, { signal: stop.signal });
      setFound(answer.ok ? { state: 'here', url, data: await read(answer) } : { state: 'failed' });
    };
    get().catch(() => stop.signal.aborted || setFound({ state: 'failed' }));
    return () => stop.abort();
  }, [url, read]);
  return found;
}
