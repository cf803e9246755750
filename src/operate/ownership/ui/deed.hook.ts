import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { ownershipText } from './ownership-text.hook.ts';

/** An action that needs a proof of who asks; what is shown is loaded again after it. `busy`: one is under way. */
export function useDeed() {
  const say = ownershipText();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const { run, dialog } = useProof();
  const [state, setState] = useState({ busy: '', trouble: '' });
  const deed = async <T>(busy: string, what: ReactNode, work: () => Promise<T>): Promise<T | null> => {
    setState({ busy, trouble: '' });
    try {
      const done = await run(what, work);
      await queries.invalidateQueries({ queryKey: ['user'] });
      setState({ busy: '', trouble: '' });
      return done;
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
      return null;
    }
  };
  return { ...state, deed, proof: dialog };
}
