/** One language of an email while it is written: on this device with each change, saved by itself, and never over what another person saved. */
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { emptyRichText, isRichText, type RichText } from '#kit/rich-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { draftStore } from '#kit/ui/form/draft.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CampaignDetail, CampaignText } from '../campaigns.contract.ts';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';

export type EmailFields = { subject: string; preview: string; body: RichText };
type UnsavedEmail = { fields: EmailFields; revision: number | null };
export type EmailSaveState =
  | { kind: 'saved'; at: number | null }
  | { kind: 'changed' | 'saving' | 'conflict' }
  | { kind: 'failed'; error: unknown };

const [quietMs, retryMs] = [1_200, 5_000];
const fieldsOf = (text: CampaignText | undefined): EmailFields => ({
  ...{ subject: text?.subject ?? '', preview: text?.preview ?? '', body: text?.body ?? emptyRichText },
});
const isSame = (a: EmailFields, b: EmailFields): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What the last visit on this device could not save. */
function unsavedEmails(key: string) {
  const store = draftStore(window.localStorage, key);
  const read = (): UnsavedEmail | null => {
    const { subject, preview, body, revision } = store.read() ?? {};
    if (typeof subject !== 'string' || typeof preview !== 'string' || !isRichText(body)) return null;
    return { fields: { subject, preview, body }, revision: typeof revision === 'number' ? revision : null };
  };
  const keep = ({ fields, revision }: UnsavedEmail) => {
    try {
      store.write({ ...fields, revision });
    } catch {
      // a browser that keeps nothing: the server gets the text a second later
    }
  };
  return { read, keep, remove: store.remove };
}

type OpenedEmail = Pick<CampaignDetail, 'id' | 'texts'> & { locale: Locale; userId: string };
/** The text as this device left it, else as the server has it. */
function useOpenedEmail({ id, texts, locale, userId }: OpenedEmail) {
  const [text] = useState(() => texts.find((one) => one.locale === locale));
  const [store] = useState(() => unsavedEmails(`newsletter:${userId}:${id}:${locale}`));
  const [first] = useState(() => store.read());
  const [fields, setFields] = useState(first?.fields ?? fieldsOf(text));
  const [state, setState] = useState<EmailSaveState>(
    first === null ? { kind: 'saved', at: text?.editedAt ?? null } : { kind: 'changed' },
  );
  // what is saved may be older than what is typed, and two changes may come before the screen is drawn again
  const now = useRef({ fields, revision: first === null ? (text?.revision ?? null) : first.revision, state });
  const enter = (next: EmailSaveState) => {
    now.current.state = next;
    setState(next);
  };
  return { store, fields, setFields, state, enter, now };
}

/** Saves after a moment of silence, now and then where it failed, and when the form is left. */
function useAutosave(state: EmailSaveState, save: () => Promise<unknown>): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (state.kind !== 'changed' && state.kind !== 'failed') return;
    const timer = setTimeout(() => void latest.current(), state.kind === 'changed' ? quietMs : retryMs);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => () => void latest.current(), []);
}

export function useEmailWriting({ id, texts }: Pick<CampaignDetail, 'id' | 'texts'>, locale: Locale) {
  const { newsletterCampaigns } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const { user } = useAuth();
  const { store, fields, setFields, state, enter, now } = useOpenedEmail({ id, texts, locale, userId: user?.id ?? '' });
  const [round, setRound] = useState(0);
  useUnsaved(state.kind === 'saved' ? 'settled' : 'changed');

  const theirs = async (): Promise<CampaignText | undefined> =>
    (await newsletterCampaigns.get({ params: { id } })).texts.find((one) => one.locale === locale);
  const settle = (sent: EmailFields, saved: Pick<CampaignText, 'revision' | 'editedAt'>) => {
    now.current.revision = saved.revision;
    if (now.current.fields === sent) store.remove();
    else store.keep(now.current);
    enter(now.current.fields === sent ? { kind: 'saved', at: saved.editedAt } : { kind: 'changed' });
  };
  const write = async (sent: EmailFields): Promise<void> => {
    const { revision } = now.current;
    try {
      settle(sent, await newsletterCampaigns.write({ params: { id, locale }, body: { revision, ...sent } }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'changed_meanwhile') return enter({ kind: 'failed', error });
      const other = await theirs().catch(() => undefined);
      // an earlier answer was lost on its way: what was saved since is this text
      if (other !== undefined && isSame(fieldsOf(other), sent)) settle(sent, other);
      else enter({ kind: 'conflict' });
    }
  };
  const running = useRef<Promise<void>>(null);
  /** True: all that was typed is saved. */
  const save = async (): Promise<boolean> => {
    while (running.current !== null) await running.current;
    const { kind } = now.current.state;
    if (kind === 'changed' || kind === 'failed') {
      enter({ kind: 'saving' });
      running.current = write(now.current.fields).finally(() => {
        running.current = null;
      });
      await running.current;
      await refresh();
    }
    return now.current.state.kind === 'saved';
  };
  useAutosave(state, save);

  const show = (next: EmailFields) => {
    now.current.fields = next;
    setFields(next);
  };
  const change = (part: Partial<EmailFields>) => {
    show({ ...now.current.fields, ...part });
    store.keep(now.current);
    const { kind } = now.current.state;
    if (kind !== 'saving' && kind !== 'conflict') enter({ kind: 'changed' });
  };
  /** Ends a conflict: their text is shown, or written over. */
  const resolve = async (keep: 'mine' | 'theirs') => {
    const other = await theirs();
    now.current.revision = other?.revision ?? null;
    if (keep === 'theirs') {
      store.remove();
      show(fieldsOf(other));
      setRound(round + 1);
      enter({ kind: 'saved', at: other?.editedAt ?? null });
      return;
    }
    enter({ kind: 'changed' });
    await save();
  };
  return { fields, state, round, change, save, resolve };
}
