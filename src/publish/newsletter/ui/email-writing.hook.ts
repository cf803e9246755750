/** One language of an email while it is written: on this device with each change, saved by itself, and never over what another person saved. */
import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { emptyRichText, isRichText, type RichText } from '#kit/rich-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { type AutosaveOptions, type UnsentVersion, useAutosave } from '#kit/ui/form/autosave.ts';
import { deviceDraft, type FormValues } from '#kit/ui/form/draft.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CampaignDetail, CampaignText } from '../campaigns.contract.ts';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';

export type EmailFields = { subject: string; preview: string; body: RichText };
const fieldsOf = (text: CampaignText | undefined): EmailFields => ({
  ...{ subject: text?.subject ?? '', preview: text?.preview ?? '', body: text?.body ?? emptyRichText },
});
const isSame = (a: EmailFields, b: EmailFields): boolean => JSON.stringify(a) === JSON.stringify(b);

function unsentOf({ text, revision }: FormValues): UnsentVersion<EmailFields> | null {
  if (typeof text !== 'object' || text === null || !('subject' in text && 'preview' in text && 'body' in text)) return null;
  const { subject, preview, body } = text;
  if (typeof subject !== 'string' || typeof preview !== 'string' || !isRichText(body)) return null;
  return { text: { subject, preview, body }, revision: typeof revision === 'number' ? revision : null };
}

export function useEmailWriting({ id, texts }: Pick<CampaignDetail, 'id' | 'texts'>, locale: Locale) {
  const { newsletterCampaigns } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const { user } = useAuth();
  const [saved] = useState(() => texts.find((one) => one.locale === locale));
  const [draft] = useState(() => deviceDraft(`newsletter:${user?.id ?? ''}:${id}:${locale}`, unsentOf));
  // what the last visit on this device could not save
  const [unsent] = useState(draft.read);
  const [fields, setFields] = useState(unsent?.text ?? fieldsOf(saved));
  const [round, setRound] = useState(0);
  // two changes may come before the screen is drawn again
  const latest = useRef(fields);

  const theirs = async (): Promise<CampaignText | undefined> =>
    (await newsletterCampaigns.get({ params: { id } })).texts.find((one) => one.locale === locale);
  const write: AutosaveOptions<EmailFields>['write'] = async (sent, { revision }) => {
    try {
      return await newsletterCampaigns.write({ params: { id, locale }, body: { revision, ...sent } });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'changed_meanwhile') throw error;
      const other = await theirs().catch(() => undefined);
      // an earlier answer was lost on its way: what was saved since is this text
      if (other === undefined || !isSame(fieldsOf(other), sent)) throw error;
      return other;
    } finally {
      await refresh();
    }
  };
  const revision = (unsent ?? saved)?.revision ?? null;
  const { saver, state } = useAutosave({ revision, savedAt: saved?.editedAt ?? null, write, keep: draft.keep });
  useUnsaved(state.kind === 'saved' ? 'settled' : 'changed');
  useEffect(() => {
    if (unsent !== null) saver.change(unsent.text);
  }, [unsent, saver]);

  const show = (next: EmailFields) => {
    latest.current = next;
    setFields(next);
  };
  const change = (part: Partial<EmailFields>) => {
    show({ ...latest.current, ...part });
    saver.change(latest.current);
  };
  /** Ends a conflict: their text is shown, or written over. */
  const resolve = async (keep: 'mine' | 'theirs') => {
    const other = await theirs();
    if (keep === 'mine') return void (await saver.resume(other?.revision ?? null));
    show(fieldsOf(other));
    setRound(round + 1);
    saver.adopt({ revision: other?.revision ?? null, editedAt: other?.editedAt ?? null });
  };
  return { fields, state, round, change, save: () => saver.flush(), resolve };
}
export type EmailWriting = ReturnType<typeof useEmailWriting>;
