import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';

export type Paper = 'pdf' | 'xml' | 'ubl' | 'proof';
const endOf = (paper: Paper, type: string): string =>
  paper === 'proof'
    ? `-proof.${type === 'application/pdf' ? 'pdf' : type === 'image/png' ? 'png' : 'jpg'}`
    : paper === 'pdf'
      ? '.pdf'
      : paper === 'xml'
        ? '.cii.xml'
        : '.ubl.xml';

function save(file: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // the browser has taken the address once the click is handled
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

type Load = { busy: Paper | null; failure: string; load: (of: { id: string; number: string }, paper: Paper) => Promise<void> };
/** Invoices, or statements of resellers. */
export type PaperFolder = 'invoices' | 'statements';
/** Fetches a paper of one with the session of the page, and hands it to the reader as a file. */
export function usePapers(folder: PaperFolder = 'invoices'): Load {
  const { token } = useAuth();
  const say = invoiceText();
  const failureText = useFailureText();
  const [state, setState] = useState<{ busy: Paper | null; failure: string }>({ busy: null, failure: '' });
  const load: Load['load'] = async ({ id, number }, paper) => {
    setState({ busy: paper, failure: '' });
    try {
      const bearer = await token();
      const answer = await fetch(`/api/${folder}/${id}/${paper}`, {
        headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
      }).catch(() => null);
      if (answer === null) throw new Failure('offline');
      if (answer.status === 404) return setState({ busy: null, failure: say('invoices.paperMissing') });
      if (!answer.ok) throw new Failure('unavailable');
      const bytes = await answer.blob();
      save(`${number}${endOf(paper, bytes.type)}`, bytes);
      setState({ busy: null, failure: '' });
    } catch (error) {
      setState({ busy: null, failure: failureText(error) });
    }
  };
  return { ...state, load };
}
