import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { authFacts } from '#kit/facts.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { adminApi } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import { ReasonDialog } from './reason-dialog.part.tsx';

type Props = { account: { id: string; name: string; owner: { name: string } | null }; onClose: () => void };
/** Asks for the reason, opens the session and loads the page again, so that nothing of the own account stays on it. */
export function ActAs({ account, onClose }: Props) {
  const say = adminText();
  const api = useApi(adminApi);
  const { accept } = useAuth();
  const proof = useProof();
  const go = async (reason: string): Promise<boolean> => {
    const opened = await proof.run(say('proof.acting'), () => api.acting.start({ body: { accountId: account.id, reason } }));
    if (opened === null) return false;
    // the token is kept immediately; the next page fetches its user, because this one is not theirs to see
    accept(opened.token).catch(() => undefined);
    window.location.assign(authFacts.redirects.home);
    return true;
  };
  const words = {
    title: say('acting.title', { name: account.owner?.name ?? account.name }),
    lead: say('acting.lead'),
    reason: say('acting.reason'),
    hint: say('acting.hint'),
    verb: say('acting.verb'),
  };
  return (
    <>
      <ReasonDialog words={words} look="plain" go={go} onClose={onClose} />
      {proof.dialog}
    </>
  );
}
