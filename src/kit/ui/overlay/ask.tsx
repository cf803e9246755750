import { type ComponentType, createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import type { AskedQuestion } from './ask-dialog.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';

const AskDialog = loadable(async () => (await import('./ask-dialog.tsx')).AskDialog);

type IconComponent = ComponentType<{ size?: number; stroke?: number }>;
export type AskQuestion = {
  /** Asks it: "Delete Chemistry 8c for good?" */
  title: string;
  lead?: string;
  /** What follows, in figures. */
  facts?: readonly { id: string; icon: IconComponent; text: ReactNode }[];
  /** The red answer, a verb, and the safe one, which has the focus. */
  verb: string;
  safe: string;
  /** For what is final: the name that must be typed; capitals do not count. */
  typeName?: string;
};

const AskContext = createContext<(question: AskQuestion) => Promise<boolean>>(async () => false);
/** Asks before something final: `if (await ask({ title, verb, safe })) …`. What can be undone is not asked. */
export const useAsk = (): ((question: AskQuestion) => Promise<boolean>) => useContext(AskContext);

export function AskProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<AskedQuestion | null>(null);
  const ask = useCallback(async (question: AskQuestion) => {
    try {
      await AskDialog.preload();
    } catch (error) {
      // a question that cannot be asked is a no; the page hears why
      window.reportError(error);
      return false;
    }
    return new Promise<boolean>((resolve) => {
      setOpen({
        ...question,
        answer: (yes) => {
          setOpen(null);
          resolve(yes);
        },
      });
    });
  }, []);
  return (
    <AskContext value={ask}>
      {children}
      {open !== null && (
        <Suspense>
          <AskDialog question={open} />
        </Suspense>
      )}
    </AskContext>
  );
}
