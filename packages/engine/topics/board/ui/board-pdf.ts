import { useState } from 'react';
import type { Deck } from '#topics/slides/slides.topic.ts';
import { useEngineSession } from '#ui/engine-session.ts';
import { saveFile } from '#ui/panels/save-file.ts';

export type PdfState = 'none' | 'making' | 'busy' | 'failed';

const nameOf = ({ name }: Deck): string => `${name.replace(/\.\w{2,4}$/, '')}.pdf`;

/** The pages with what was drawn on them. The engine makes one at a time for a meeting. */
export function useDeckPdf(deck: Deck): { state: PdfState; download(): Promise<void> } {
  const { fetchOwn } = useEngineSession();
  const [state, setState] = useState<PdfState>('none');
  const fetchPdf = async (): Promise<PdfState> => {
    const answer = await fetchOwn(`/session/board/${deck.id}.pdf`);
    if (!answer.ok) return answer.status === 503 ? 'busy' : 'failed';
    saveFile(nameOf(deck), await answer.blob());
    return 'none';
  };
  return {
    state,
    async download() {
      setState('making');
      setState(await fetchPdf().catch((): PdfState => 'failed'));
    },
  };
}
