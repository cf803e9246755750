/** A process that dies at a step: everything that a verb changes goes through one transaction after the other, so a step is a name for a place between them. */
import type { Ctx } from '#kit/server/ctx.ts';

/** `before`: the transaction never began. `within`: all of it was done, and it was not committed. `after`: committed, and nothing came after it. */
export type Death = { write: number; when: 'before' | 'within' | 'after' };
export const isDeath = (error: unknown): boolean => error instanceof Error && error.message === 'the process died';
const died = () => new Error('the process died');

/** A context whose process dies at its so-many-th transaction; nothing is asked or written by it afterwards. */
export function dying(ctx: Ctx, { write, when }: Death): Ctx {
  let count = 0;
  let dead = false;
  const alive = <T>(value: T): T => {
    if (dead) throw died();
    return value;
  };
  const die = (): never => {
    dead = true;
    throw died();
  };
  return {
    ...ctx,
    system: {
      get read() {
        return alive(ctx.system.read);
      },
      async write(work) {
        count += 1;
        const isLast = alive(count) === write;
        if (isLast && when === 'before') die();
        const done = await ctx.system.write(async (tx) => {
          const result = await work(tx);
          return isLast && when === 'within' ? die() : result;
        });
        return isLast && when === 'after' ? die() : done;
      },
    },
  };
}
