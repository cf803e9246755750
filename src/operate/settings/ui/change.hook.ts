import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { settingsText } from './settings-text.hook.ts';

/** A change of what lets one in: asks for proof where it is needed, refreshes what is shown. `busy` is the one under way. */
export function useChange() {
  const say = settingsText();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const { run, dialog } = useProof();
  const [state, setState] = useState({ busy: '', failure: '' });
  const refresh = () => queries.invalidateQueries({ queryKey: ['user'] });
  const change = async <T>(busy: string, what: ReactNode, work: () => Promise<T>): Promise<T | null> => {
    setState({ busy, failure: '' });
    try {
      const done = await run(what, work);
      await refresh();
      setState({ busy: '', failure: '' });
      return done;
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
      return null;
    }
  };
  return { ...state, change, refresh, run, proof: dialog };
}
