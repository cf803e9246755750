/**
 * A process that dies at a step: everything that a verb changes goes through one transaction after the other, so a step is a name for a place
 * between them. A dead process says nothing any more, so that no `catch` of ours ever hears of its end; what it had not committed is rolled back,
 * as the database does when a connection ends.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { DbScope } from '#kit/server/db/db.ts';

/** `before`: the transaction never began. `within`: all of it was done, and it was not committed. `after`: committed, and nothing came after it. */
export type Death = { write: number; when: 'before' | 'within' | 'after' };
export type Process = {
  /** The same context in the hands of this process; all of them count together. */
  ctx(from: Ctx): Ctx;
  /** Comes when it dies; never for one that lives. */
  died: Promise<'died'>;
  /** How many transactions it began. */
  writes(): number;
};

/** A process that dies at its so-many-th transaction; `null`: it lives. */
export function processThat(death: Death | null): Process {
  let count = 0;
  let tell: (word: 'died') => void = () => {};
  const died = new Promise<'died'>((done) => {
    tell = done;
  });
  const isDead = () => death !== null && count > death.write;
  const end = (): Promise<never> => {
    count = Number.MAX_SAFE_INTEGER;
    tell('died');
    return new Promise(() => {});
  };
  const scope = (of: DbScope): DbScope => ({
    get read() {
      return of.read;
    },
    async write(work) {
      if (isDead()) return end();
      count += 1;
      const when = death?.write === count ? death.when : null;
      if (when === 'before') return end();
      if (when === null) return of.write(work);
      // however it ends: one that is only tried out is rolled back by itself
      await of
        .write(async (tx) => {
          await work(tx);
          if (when === 'within') throw new Error('the connection ended');
        })
        .catch(() => undefined);
      return end();
    },
  });
  return {
    ctx: (from) => ({ ...from, system: scope(from.system), db: scope(from.db) }),
    died,
    writes: () => count,
  };
}

/** Does something as a process that dies at that step; throws when the step is not there. */
export async function dieAt(death: Death, work: (process: Process) => Promise<unknown>): Promise<void> {
  const process = processThat(death);
  if ((await Promise.race([work(process).then(() => 'lived'), process.died])) !== 'died')
    throw new Error(`it lived: there are ${process.writes()} steps, and it was to die at ${death.write}`);
}
