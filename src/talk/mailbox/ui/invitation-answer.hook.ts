import { useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { MailboxMail } from '../mailbox.contract.ts';
import type { InvitationAnswer } from '../mailbox.rules.ts';
import { mailboxApi, useMailboxRefresh } from './mailbox-data.hook.ts';
import { mailboxText } from './mailbox-text.hook.ts';

/** Answers the invitation that a mail is about. `busy`: the answer under way, else empty. */
export function useInvitationAnswer({ id }: Pick<MailboxMail, 'id'>) {
  const say = mailboxText();
  const toast = useToast();
  const client = useApi(mailboxApi);
  const refresh = useMailboxRefresh(client);
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: string; trouble: string | null }>({ busy: '', trouble: null });
  const answer = async (value: InvitationAnswer) => {
    setState({ busy: value, trouble: null });
    try {
      refresh.lists(await client.mailbox.answer({ params: { id }, body: { answer: value } }));
      setState({ busy: '', trouble: null });
      toast({ text: say('invitation.answered') });
    } catch (error) {
      setState({ busy: '', trouble: failureText(error) });
    }
  };
  return { ...state, answer };
}
