import { type ReactNode, Suspense, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';

const ProofDialog = loadable(async () => (await import('./proof-dialog.part.tsx')).ProofDialog);

type OpenProof = { what: ReactNode; answer: (proven: boolean) => void };
export type ProofRequest = {
  /**
   * Does what needs proof; when the server asks for it, the dialog does too, and then it is done again. `what` names the thing:
   * a sentence. Null when the person turned away.
   */
  run: <T>(what: ReactNode, work: () => Promise<T>) => Promise<T | null>;
  /** To be drawn somewhere on the screen. */
  dialog: ReactNode;
};

/** Confirming who is there before a sensitive change. */
export function useProof(): ProofRequest {
  const [open, setOpen] = useState<OpenProof | null>(null);
  const ask = (what: ReactNode) =>
    new Promise<boolean>((resolve) =>
      setOpen({
        what,
        answer: (proven) => {
          setOpen(null);
          resolve(proven);
        },
      }),
    );
  return {
    run: async (what, work) => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'proof_needed') throw error;
        return (await ask(what)) ? work() : null;
      }
    },
    dialog: open !== null && (
      <Suspense>
        <ProofDialog what={open.what} answer={open.answer} />
      </Suspense>
    ),
  };
}
