import { readdirSync, readFileSync } from 'node:fs';

const readOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // the process has ended while it was looked at
    return '';
  }
};

/** The process of an engine, null while it is down: a child of `parent` whose meeting page names it. Linux's /proc tells. */
export function engineProcess(parent: number | undefined, number: number): number | null {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    if (Number(/^PPid:\s+(\d+)/m.exec(readOf(`/proc/${pid}/status`))?.[1]) !== parent) return false;
    const page = /(?:^|\0)ENGINE_CLIENT_URL=([^\0]*)/.exec(readOf(`/proc/${pid}/environ`))?.[1];
    return page !== undefined && engineOf(page) === number;
  });
  return found === undefined ? null : Number(found);
}

/** Which engine an open meeting is on. */
export const engineOf = (url: string): number => Number(new URL(url).searchParams.get('engine') ?? '1');
