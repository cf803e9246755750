import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MailWording } from '#kit/mail-wording.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TemplateText } from '../templates.contract.ts';
import { unknownVariables } from '../templates.rules.ts';
import { keptWording } from './kept-wording.hook.ts';
import { listQuery, templatesApi, textQuery } from './templates-data.hook.ts';
import { createTextSaver, type SaveState, type TextSaver } from './text-saver.hook.ts';

export type TextWriting = {
  /** As the server knows it. */
  view: TemplateText;
  /** As it is typed. */
  text: MailWording;
  state: SaveState;
  /** Another number: the editor begins over with `text`. */
  round: number;
  /** Names of variables that stop publishing. */
  unknown: readonly string[];
  change: (part: Partial<MailWording>) => void;
  /** False: what was typed could not be saved, and `state` says why. */
  publish: () => Promise<boolean>;
  /** Answers with what it was, for an undo. */
  reset: () => Promise<TemplateText>;
  restore: (was: TemplateText) => Promise<void>;
  /** Ends a conflict with what another person has saved. */
  resolve: (keep: 'mine' | 'theirs') => Promise<void>;
  flush: TextSaver['flush'];
};

function useTyped(first: MailWording) {
  const [text, setText] = useState(first);
  const [round, setRound] = useState(0);
  // subject and message may change before the screen is drawn again
  const latest = useRef(first);
  const show = (next: MailWording) => {
    latest.current = next;
    setText(next);
  };
  const begin = (next: MailWording) => {
    show(next);
    setRound((now) => now + 1);
  };
  return { text, round, latest, show, begin };
}

type KeptText = {
  kept: ReturnType<typeof keptWording>;
  saver: TextSaver;
  begin: (text: MailWording) => void;
  revision: { current: number };
};
/** Goes on with what the last visit could not send, and sends what is left when the screen is left. */
function useKept(now: KeptText): void {
  const first = useRef(now);
  useEffect(() => {
    const { kept, saver, begin, revision } = first.current;
    const unsent = kept.read();
    if (unsent !== null) {
      // over the text that it was written over: a newer one is a conflict
      revision.current = unsent.revision;
      begin(unsent.text);
      saver.change(unsent.text);
    }
    return () => void saver.flush();
  }, []);
}

/** When the server's text is another one than before, and not when what is typed changes. */
function useAnother(opened: TemplateText, adopt: () => void): void {
  const seen = useRef(opened);
  useEffect(() => {
    if (seen.current === opened) return;
    seen.current = opened;
    adopt();
  });
}

/** The text of one template in one language while it is open; it is saved when the screen is left. */
export function useTextWriting(opened: TemplateText): TextWriting {
  const api = useApi(templatesApi).templates;
  const queries = useQueryClient();
  const [view, setView] = useState(opened);
  const { text, round, latest, show, begin } = useTyped(opened.text);
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const { name, locale } = opened;
  const params = { name, locale };
  const revision = useRef(opened.revision);
  const { user } = useAuth();
  const [kept] = useState(() => keptWording({ userId: user?.id ?? '', ...params }));
  const take = (next: TemplateText): TemplateText => {
    revision.current = next.revision;
    queries.setQueryData(textQuery(api, params).queryKey, next);
    void queries.invalidateQueries({ queryKey: listQuery(api).queryKey });
    setView(next);
    return next;
  };
  const write = async ({ subject, body }: MailWording) => {
    take(await api.save({ params, body: { revision: revision.current, subject, body } }));
  };
  const keep = (unsent: MailWording | null) => kept.keep(unsent === null ? null : { revision: revision.current, text: unsent });
  const [saver] = useState(() => createTextSaver({ write, onState: setState, keep }));
  useKept({ kept, saver, begin, revision });
  useAnother(opened, () => {
    // another window or person saved while nothing was typed here
    if (state.kind === 'saved' && opened.revision > revision.current) begin(take(opened).text);
  });
  const publishSaved = async () => take(await api.publish({ params, body: { revision: revision.current } }));
  return {
    ...{ view, text, state, round, flush: saver.flush },
    unknown: unknownVariables(
      text,
      view.variables.map((one) => one.name),
    ),
    change: (part) => {
      show({ ...latest.current, ...part });
      saver.change(latest.current);
    },
    publish: async () => {
      if (!(await saver.flush())) return false;
      await publishSaved();
      return true;
    },
    reset: async () => {
      saver.drop();
      const was = { ...view, text };
      begin(take(await api.reset({ params, body: { revision: revision.current } })).text);
      setState({ kind: 'saved' });
      return was;
    },
    restore: async (was) => {
      if (was.published !== null) {
        await write(was.published);
        await publishSaved();
      }
      if (was.published === null || was.edited) await write(was.text);
      begin(was.text);
    },
    resolve: async (whose) => {
      const theirs = take(await api.get({ params }));
      if (whose === 'mine') {
        await saver.flush();
        return;
      }
      saver.drop();
      begin(theirs.text);
      setState({ kind: 'saved' });
    },
  };
}
