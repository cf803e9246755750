import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePapers } from '../invoice-papers.hook.ts';
import s from '../invoice.module.css';

/** Hands the proof of a transfer to the reader as a file, for whichever side of the invoice the session is of; a link of its own would carry no session. */
export function ProofButton({ of, children }: { of: { id: string; number: string }; children: ReactNode }) {
  const { busy, failure, load } = usePapers();
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPaperclip size={16} stroke={1.75} />}
        loading={busy === 'proof'}
        onClick={() => void load(of, 'proof')}
      >
        {children}
      </Button>
      {failure !== '' && (
        <span role="alert" className={`tiny ${s.trouble}`}>
          {failure}
        </span>
      )}
    </>
  );
}
