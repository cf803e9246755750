import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';

/** The schema of a form, or the way to it: what checks a form is not needed before somebody types. */
export type FormSchema = z.ZodMiniType | (() => Promise<z.ZodMiniType>);

export type SchemaHolder = {
  /** The schema, as soon as it is here. */
  now: () => z.ZodMiniType | null;
  /** Runs `then` with the schema at hand: at once, or as soon as it is loaded; then the last one alone. */
  whenReady: (then: () => void) => void;
};

type Held = { here: z.ZodMiniType | null; load: (() => Promise<z.ZodMiniType>) | null; asked: number };

/** Loads the schema of a form once the form is shown. */
export function useFormSchema(schema: FormSchema | undefined): SchemaHolder {
  const held = useRef<Held>(null);
  held.current ??=
    typeof schema === 'function' ? { here: null, load: schema, asked: 0 } : { here: schema ?? null, load: null, asked: 0 };
  const state = held.current;
  const load = async () => {
    if (state.load === null) return;
    state.here = await state.load();
    state.load = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is shown; sending it tries again
  useEffect(() => void load().catch(() => null), []);
  return {
    now: () => state.here,
    whenReady: (then) => {
      if (state.load === null) return then();
      state.asked += 1;
      const mine = state.asked;
      // pressed twice is sent once
      const last = () => (mine === state.asked ? then() : undefined);
      // without its schema the form is sent as it is: the server checks it in any case, and names the fields too
      void load().then(last, last);
    },
  };
}
