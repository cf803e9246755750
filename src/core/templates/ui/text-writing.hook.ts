import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MailWording } from '#kit/mail-wording.ts';
import { isRichText } from '#kit/rich-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type Autosave, type AutosaveState, type UnsentVersion, useAutosave } from '#kit/ui/form/autosave.ts';
import { type DeviceDraft, deviceDraft, type FormValues } from '#kit/ui/form/draft.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { TemplateText } from '../templates.contract.ts';
import { unknownVariables } from '../templates.rules.ts';
import { listQuery, templatesApi, textQuery } from './templates-data.hook.ts';

export type TextWriting = {
  /** As the server knows it. */
  view: TemplateText;
  /** As it is typed. */
  text: MailWording;
  state: AutosaveState;
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
  flush: Autosave<MailWording>['flush'];
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

type UnsentWording = UnsentVersion<MailWording>;
function unsentOf({ text, revision }: FormValues): UnsentWording | null {
  if (typeof text !== 'object' || text === null || !('subject' in text) || !('body' in text)) return null;
  const { subject, body } = text;
  return typeof revision === 'number' && typeof subject === 'string' && isRichText(body)
    ? { revision, text: { subject, body } }
    : null;
}

/** Goes on with what the last visit could not send. */
function useUnsent(draft: DeviceDraft<UnsentWording>, take: (unsent: UnsentWording) => void): void {
  const first = useRef({ draft, take });
  useEffect(() => {
    const unsent = first.current.draft.read();
    if (unsent !== null) first.current.take(unsent);
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

const variablesOf = ({ variables }: TemplateText): string[] => variables.map((one) => one.name);
const wait = { quiet: 800, retry: 5_000 };
/** The text of one template in one language while it is open; it is saved when the screen is left. */
export function useTextWriting(opened: TemplateText): TextWriting {
  const api = useApi(templatesApi).templates;
  const queries = useQueryClient();
  const [view, setView] = useState(opened);
  const { text, round, latest, show, begin } = useTyped(opened.text);
  const { name, locale } = opened;
  const params = { name, locale };
  const { user } = useAuth();
  // by person: another one at the same device gets none of it
  const [draft] = useState(() => deviceDraft(`template:${user?.id ?? ''}:${name}:${locale}`, unsentOf));
  const take = (next: TemplateText): TemplateText => {
    queries.setQueryData(textQuery(api, params).queryKey, next);
    void queries.invalidateQueries({ queryKey: listQuery(api).queryKey });
    setView(next);
    return next;
  };
  const write = async ({ subject, body }: MailWording, revision: number | null) =>
    take(await api.save({ params, body: { revision: revision ?? 0, subject, body } }));
  const { saver, state } = useAutosave<MailWording>({
    ...{ revision: opened.revision, savedAt: opened.editedAt, keep: draft.keep, wait },
    write: (wording, { revision }) => write(wording, revision),
  });
  const revisionNow = () => saver.revision() ?? 0;
  useUnsent(draft, (unsent) => {
    // over the text that it was written over: a newer one is a conflict
    saver.rebase(unsent.revision);
    begin(unsent.text);
    saver.change(unsent.text);
  });
  useAnother(opened, () => {
    // another window or person saved while nothing was typed here
    if (state.kind !== 'saved' || opened.revision <= revisionNow()) return;
    begin(take(opened).text);
    saver.adopt(opened);
  });
  const publishSaved = async () => saver.rebase(take(await api.publish({ params, body: { revision: revisionNow() } })).revision);
  const saveNow = async (wording: MailWording) => saver.rebase((await write(wording, saver.revision())).revision);
  return {
    ...{ view, text, state, round, flush: saver.flush },
    unknown: unknownVariables(text, variablesOf(view)),
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
      const original = take(await api.reset({ params, body: { revision: revisionNow() } }));
      begin(original.text);
      saver.adopt(original);
      return was;
    },
    restore: async (was) => {
      if (was.published !== null) {
        await saveNow(was.published);
        await publishSaved();
      }
      if (was.published === null || was.edited) await saveNow(was.text);
      begin(was.text);
    },
    resolve: async (whose) => {
      const theirs = take(await api.get({ params }));
      if (whose === 'mine') return void (await saver.resume(theirs.revision));
      begin(theirs.text);
      saver.adopt(theirs);
    },
  };
}
