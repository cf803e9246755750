/** Folders for work that is thrown away. A process that is killed leaves its own behind, so each new one first removes those of dead processes. */
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const mark = 'atrium-work-';
/** Milliseconds after which work of another machine, or of a container that is gone, is over. */
const longest = 86_400_000;

/** When a process began, in clock ticks since boot (proc_pid_stat(5), field 22); with its number it names one process. Empty: none. */
async function beginOf(pid: string): Promise<string> {
  const facts = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
/** Numbers of processes mean something only in their own namespace. */
const namespaceOf = async (): Promise<string> => (await readlink('/proc/self/ns/pid').catch(() => '')).replace(/\D/g, '');

async function isLeft(name: string, namespace: string): Promise<boolean> {
  const [where = '', pid = '', begin = ''] = name.slice(mark.length).split('-');
  if (where === namespace && namespace !== '') return (await beginOf(pid)) !== begin;
  const facts = await stat(path.join(os.tmpdir(), name)).catch(() => null);
  return facts !== null && Date.now() - facts.mtimeMs > longest;
}

/** Takes away what killed processes left in the temporary folder. */
async function dropLeft(namespace: string): Promise<void> {
  const names = (await readdir(os.tmpdir())).filter((name) => name.startsWith(mark));
  // another user's is not ours to take
  for (const name of names)
    if (await isLeft(name, namespace))
      await rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
}

/** Gives the work a folder that nobody else reads, and takes it away afterwards. */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const namespace = await namespaceOf();
  await dropLeft(namespace);
  const name = `${mark}${namespace}-${process.pid}-${await beginOf(String(process.pid))}-`;
  const folder = await mkdtemp(path.join(os.tmpdir(), name));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
