import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';

/** The schema of a form, or the way to it: what checks a form is not needed before somebody types. */
export type FormSchema = z.ZodMiniType | (() => Promise<z.ZodMiniType>);

export type SchemaHolder = {
  /** The schema, as soon as it is here. */
  now: () => z.ZodMiniType | null;
  /** Runs `then` with the schema at hand: at once, or as soon as it is loaded; then the last one alone. */
  whenReady: (then: () => void) => void;
};

type HeldSchema = { here: z.ZodMiniType | null; load: (() => Promise<z.ZodMiniType>) | null; asked: number };

/** Holds the schema of one form; `load` brings it here, and may be tried again when that failed. */
export function createSchemaHolder(schema: FormSchema | undefined): SchemaHolder & { load: () => Promise<void> } {
  const state: HeldSchema =
    typeof schema === 'function' ? { here: null, load: schema, asked: 0 } : { here: schema ?? null, load: null, asked: 0 };
  const load = async () => {
    if (state.load === null) return;
    state.here = await state.load();
    state.load = null;
  };
  return {
    load,
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

/** Loads the schema of a form once the form is shown. */
export function useFormSchema(schema: FormSchema | undefined): SchemaHolder {
  const [holder] = useState(() => createSchemaHolder(schema));
  // sending the form tries again
  useEffect(() => void holder.load().catch(() => null), [holder]);
  return holder;
}
