import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MailMark } from '../mailbox.rules.ts';
import { mailLimits } from '../mailbox.rules.ts';
import { mailboxApi, mailboxPath, useMailboxRefresh } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

/** Moves are confirmed with a way back; the others are seen where they happen. */
const moves = ['archive', 'inbox', 'bin', 'restore'] as const;
type MarkWish = { ids: readonly string[]; mark: MailMark; labelId?: string };
export type MailboxSteps = {
  trouble: string | null;
  mark: (wish: MarkWish) => Promise<void>;
  /** A mail that was just sent, with the way back. */
  announceSent: (id: string) => void;
  /** Begins a new mail and opens it. */
  write: () => Promise<void>;
};

export function useMailboxSteps(): MailboxSteps {
  const say = mailboxText();
  const toast = useToast();
  const navigate = useNavigate();
  const failureText = useFailureText(say);
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const { mailbox } = client;
  const [trouble, setTrouble] = useState<string | null>(null);
  const attempt = async (call: () => Promise<unknown>) => {
    setTrouble(null);
    try {
      await call();
    } catch (error) {
      setTrouble(failureText(error));
      await refresh.all();
    }
  };
  const openDraft = (id: string) => void navigate(mailboxPath({ list: 'draft', mail: id }));
  const mark = ({ ids, mark: wanted, labelId }: MarkWish) =>
    attempt(async () => {
      const body = { ids: ids.slice(0, mailLimits.marks), mark: wanted, ...(labelId !== undefined && { labelId }) };
      const { changed, undo } = await mailbox.mark({ body });
      const key = moves.find((one) => one === wanted);
      if (key !== undefined && changed > 0)
        toast({
          text: say(`done.${key}`, { count: changed }),
          ...(undo !== null && {
            undo: () => mark({ ids: undo.ids, mark: undo.mark, ...(undo.labelId !== null && { labelId: undo.labelId }) }),
          }),
        });
      await refresh.all();
    });
  return {
    trouble,
    mark,
    announceSent: (id) =>
      toast({
        text: say('write.sending'),
        seconds: mailLimits.undoSeconds,
        undo: () =>
          attempt(async () => {
            refresh.lists(await mailbox.takeBack({ params: { id } }));
            openDraft(id);
          }),
      }),
    write: () =>
      attempt(async () => {
        const id = crypto.randomUUID();
        refresh.lists(await mailbox.save({ params: { id }, body: { recipients: [], subject: '', text: '', revision: 0 } }));
        openDraft(id);
      }),
  };
}
