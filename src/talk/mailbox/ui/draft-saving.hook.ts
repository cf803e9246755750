import { useEffect, useRef, useState } from 'react';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MailboxMail, MailPerson } from '../mailbox.contract.ts';
import { mailboxApi, useMailboxRefresh } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

export type DraftFields = { recipients: readonly MailPerson[]; subject: string; text: string; files: readonly AttachedFile[] };
/** `conflict`: it was saved elsewhere, so nothing more is saved from here. */
type SavingState = { is: 'saved' | 'changed' | 'saving' | 'failed' | 'conflict'; trouble: string | null };

const fieldsOf = ({ recipients, subject, text, files }: MailboxMail): DraftFields => ({ recipients, subject, text, files });
const bodyOf = ({ recipients, subject, text, files }: DraftFields) => ({
  recipients: recipients.map(({ id }) => id),
  subject,
  text,
  files: files.map(({ id }) => id),
});
const isEmpty = ({ recipients, subject, text, files }: DraftFields): boolean =>
  recipients.length + files.length === 0 && `${subject}${text}`.trim() === '';
const saveAfter = 1_000;

type KeptDraft = { fields: DraftFields; revision: number; flight: Promise<void> | null };
type DraftSaving = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  state: SavingState;
  fail: (error: unknown) => void;
  /** Saves what is not saved yet; the revision that the server has then. Throws `Failure`. */
  settle: () => Promise<number>;
};

/** What is written, saved a moment after each change, when it is left, and before it is sent. An empty new draft leaves nothing behind. */
export function useDraftSaving(mail: MailboxMail): DraftSaving {
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const failureText = useFailureText(mailboxText());
  const [fields, setFields] = useState(() => fieldsOf(mail));
  const [state, setState] = useState<SavingState>({ is: 'saved', trouble: null });
  const latest = useRef({ fields, is: state.is });
  const kept = useRef<KeptDraft>({ fields, revision: mail.revision, flight: null });
  const params = { id: mail.id };
  const fail = (error: unknown) => {
    const is = error instanceof Failure && error.code === 'changed_meanwhile' ? 'conflict' : 'failed';
    latest.current.is = is;
    setState({ is, trouble: failureText(error) });
  };
  const save = async () => {
    const sent = latest.current.fields;
    setState({ is: 'saving', trouble: null });
    const body = { ...bodyOf(sent), replyTo: mail.replyTo, revision: kept.current.revision };
    const saved = await client.mailbox.save({ params, body });
    Object.assign(kept.current, { fields: sent, revision: saved.revision });
    refresh.lists(saved);
    setState({ is: sent === latest.current.fields ? 'saved' : 'changed', trouble: null });
  };
  const settle = async (): Promise<number> => {
    // one save at a time: the next one needs the revision that this one makes
    await kept.current.flight?.catch(() => null);
    if (latest.current.fields !== kept.current.fields) {
      kept.current.flight = save();
      await kept.current.flight;
    }
    return kept.current.revision;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is saved once
  useEffect(() => {
    if (fields === kept.current.fields || latest.current.is === 'conflict') return;
    const timer = setTimeout(() => void settle().catch(fail), saveAfter);
    return () => clearTimeout(timer);
  }, [fields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is left
  useEffect(
    () => () => {
      if (latest.current.is === 'conflict') return;
      if (isEmpty(latest.current.fields) && mail.replyTo === null) void client.mailbox.discard({ params }).catch(() => null);
      // what could not be saved was asked about before leaving
      else void settle().catch(() => null);
    },
    [],
  );
  useUnsaved(state.is === 'failed' || state.is === 'conflict' ? 'changed' : 'settled');
  return {
    fields,
    state,
    fail,
    settle,
    change: (changed) => {
      const next = { ...latest.current.fields, ...changed };
      latest.current.fields = next;
      setFields(next);
      if (state.is === 'saved') setState({ is: 'changed', trouble: null });
    },
  };
}
