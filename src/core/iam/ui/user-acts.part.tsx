import { type ReactNode, Suspense, useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { MemberItem } from '../iam.contract.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi, useUsersRefresh } from './user-data.hook.ts';
import type { FirstSignIn } from './user-link-dialog.part.tsx';
import s from './user.module.css';

const LinkDialog = loadable(async () => (await import('./user-link-dialog.part.tsx')).LinkDialog);

export type UserAct = 'suspend' | 'resume' | 'reset' | 'remove' | 'resend' | 'revoke';
/** What can be done to somebody now, in the order of a menu. */
export function actsFor({ kind, state, rights }: Pick<MemberItem, 'kind' | 'state' | 'rights'>): UserAct[] {
  if (kind === 'invitation') return rights.remove ? ['resend', 'revoke'] : [];
  return [
    ...(rights.suspend ? [state === 'suspended' || state === 'resting' ? ('resume' as const) : ('suspend' as const)] : []),
    ...(rights.reset ? ['reset' as const] : []),
    ...(rights.remove ? ['remove' as const] : []),
  ];
}

const asked: readonly UserAct[] = ['suspend', 'reset', 'remove', 'revoke'];
const nameOf = ({ name, email, signInName }: MemberItem): string => (name === '' ? (email ?? signInName ?? '') : name);

type UserActs = {
  /** Asks where it must, does it, and says so. Answers whether it was done. */
  act: (what: UserAct, member: MemberItem) => Promise<boolean>;
  /** To be drawn above what the acts are about. */
  drawn: ReactNode;
};

/** What is done to people from the list and from their own page. */
export function useUserActs(): UserActs {
  const say = iamText();
  const { iam } = useApi(usersApi);
  const ask = useAsk();
  const toast = useToast();
  const sentText = useSentText();
  const refresh = useUsersRefresh();
  const failureText = useFailureText(say);
  const proof = useProof();
  const [failure, setFailure] = useState('');
  const [link, setLink] = useState<FirstSignIn | null>(null);
  const calls: Readonly<Record<UserAct, (member: MemberItem) => Promise<unknown>>> = {
    suspend: ({ id }) => iam.suspend({ params: { id } }),
    resume: ({ id }) => iam.resume({ params: { id } }),
    remove: ({ id }) => iam.remove({ params: { id } }),
    resend: async ({ id, email }) => {
      const done = await iam.resend({ params: { id } });
      if (done.link !== null) setLink({ ...done.link, signInName: null, invites: email ?? '' });
      return done;
    },
    revoke: ({ id }) => iam.revoke({ params: { id } }),
    reset: async ({ id }) => {
      const done = await iam.reset({ params: { id } });
      if (done.firstSignIn !== null) setLink({ ...done.firstSignIn, signInName: done.member.signInName });
      return done;
    },
  };
  const act = async (what: UserAct, member: MemberItem): Promise<boolean> => {
    const name = nameOf(member);
    if (asked.includes(what)) {
      const lead = say.maybe(`users.ask.${what}Lead`);
      const sure = await ask({
        title: say.maybe(`users.ask.${what}`, { name }) ?? '',
        ...(lead === null ? {} : { lead }),
        verb: say(`users.act.${what}`),
        safe: say('form.cancel'),
      });
      if (!sure) return false;
    }
    setFailure('');
    try {
      if ((await proof.run(say('form.proof'), () => calls[what](member))) === null) return false;
      const done = say(`users.done.${what}`, { name });
      toast({ text: what === 'resend' ? await sentText(done) : done });
      await refresh();
      return true;
    } catch (error) {
      setFailure(failureText(error));
      await refresh();
      return false;
    }
  };
  const drawn = (
    <>
      <div className={s.banner}>{failure !== '' && <Banner hue="red">{failure}</Banner>}</div>
      {proof.dialog}
      <Suspense>{link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}</Suspense>
    </>
  );
  return { act, drawn };
}
