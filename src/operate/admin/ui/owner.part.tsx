import { Button } from '@mantine/core';
import { IconAt, IconLogout, IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Face, Ltr, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { AccountDetail } from '../account-views.contract.ts';
import { AddressDialog } from './address-dialog.part.tsx';
import { adminApi, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';

/** What was done last, or why not. */
function useOwnerActs(id: string) {
  const say = adminText();
  const { users } = useApi(adminApi);
  const refresh = useAdminRefresh();
  const failureText = useFailureText(say);
  const sentText = useSentText();
  const proof = useProof();
  const [state, setState] = useState({ busy: '', done: '', failure: '' });
  const params = { id };
  const act = async (busy: string, work: () => Promise<string>) => {
    setState({ busy, done: '', failure: '' });
    await work().then(
      (done) => setState({ busy: '', done, failure: '' }),
      (error: unknown) => setState({ busy: '', done: '', failure: failureText(error) }),
    );
  };
  return {
    ...state,
    proof: proof.dialog,
    reset: () =>
      act('reset', async () => {
        await users.resetPassword({ params, body: {} });
        return sentText(say('account.resetDone'));
      }),
    signOut: () =>
      act('signOut', async () => {
        const { ended } = await users.signOut({ params, body: {} });
        return say('account.signOutDone', { count: ended });
      }),
    /** False when the person turned away from the proof. */
    address: async (email: string): Promise<boolean> => {
      const saved = await proof.run(say('proof.address'), () => users.setAddress({ params, body: { email } }));
      if (saved === null) return false;
      await refresh();
      setState({ busy: '', done: await sentText(say('account.addressDone')), failure: '' });
      return true;
    },
    /** The same for an invitation. */
    readdress: async (email: string): Promise<boolean> => {
      const saved = await proof.run(say('proof.invitation'), () => users.readdress({ params, body: { email } }));
      if (saved === null) return false;
      await refresh();
      setState({ busy: '', done: await sentText(say('account.readdressed')), failure: '' });
      return true;
    },
  };
}

/** The person who was asked to own the account, or that nobody was. */
function OwnerToBe({ account: { id, invited, rights } }: { account: AccountDetail }) {
  const say = adminText();
  const acts = useOwnerActs(id);
  const [asking, setAsking] = useState(false);
  return (
    <Panel id="owner" title={say('account.owner')}>
      {invited === null ? (
        <p className="small soft">{say('account.noOwner')}</p>
      ) : (
        <div className={s.owner}>
          <Face name={invited.name} size={40} />
          <span className="grow">
            <span className={`strong ${s.line}`}>
              <bdi>{invited.name}</bdi>
            </span>
            <span className={`small ${s.line}`}>
              <Ltr>{invited.email}</Ltr>
            </span>
            <span className={`tiny quiet ${s.line}`}>{say('account.invited')}</span>
          </span>
        </div>
      )}
      {acts.failure !== '' && <Banner hue="red">{acts.failure}</Banner>}
      <p role="status" className={`small ${s.done}`}>
        {acts.done}
      </p>
      {rights.reset && (
        <div className={s.buttons}>
          <Button
            leftSection={<IconMailForward size={16} stroke={1.75} className="turn" />}
            loading={acts.busy === 'reset'}
            onClick={() => void acts.reset()}
          >
            {say('account.inviteAgain')}
          </Button>
          {rights.readdress && (
            <Button leftSection={<IconAt size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
              {say('account.address')}
            </Button>
          )}
        </div>
      )}
      {asking && invited !== null && (
        <AddressDialog
          name={invited.name}
          lead={say('address.leadInvited')}
          save={acts.readdress}
          onClose={() => setAsking(false)}
        />
      )}
      {acts.proof}
    </Panel>
  );
}

/** The first owner, and the ways to help them in. Their password is nobody's to see or set. */
export function OwnerPanel({ account }: { account: AccountDetail }) {
  const say = adminText();
  const acts = useOwnerActs(account.id);
  const [asking, setAsking] = useState(false);
  const { owner, rights } = account;
  if (owner === null) return <OwnerToBe account={account} />;
  const buttons = rights.address || rights.reset || rights.signOut;
  return (
    <Panel
      id="owner"
      title={say('account.owner')}
      aside={<Link to={`/users/profile/${owner.id}`}>{say('account.profile')}</Link>}
    >
      <div className={s.owner}>
        <Face name={owner.name} size={40} />
        <span className="grow">
          <span className={`strong ${s.line}`}>
            <bdi>{owner.name}</bdi>
          </span>
          <span className={`small ${s.line}`}>
            <Ltr>{owner.email}</Ltr>
          </span>
          <span className={`tiny quiet ${s.line}`}>{say(owner.proven ? 'account.proven' : 'account.unproven')}</span>
        </span>
      </div>
      {acts.failure !== '' && <Banner hue="red">{acts.failure}</Banner>}
      <p role="status" className={`small ${s.done}`}>
        {acts.done}
      </p>
      {buttons ? (
        <div className={s.buttons}>
          {rights.reset && (
            <Button
              leftSection={<IconMailForward size={16} stroke={1.75} className="turn" />}
              loading={acts.busy === 'reset'}
              onClick={() => void acts.reset()}
            >
              {say('account.reset')}
            </Button>
          )}
          {rights.address && (
            <Button leftSection={<IconAt size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
              {say('account.address')}
            </Button>
          )}
          {rights.signOut && (
            <Button
              leftSection={<IconLogout size={16} stroke={1.75} className="turn" />}
              loading={acts.busy === 'signOut'}
              onClick={() => void acts.signOut()}
            >
              {say('account.signOut')}
            </Button>
          )}
        </div>
      ) : (
        <p className="tiny quiet">{say('account.protected')}</p>
      )}
      {asking && (
        <AddressDialog name={owner.name} lead={say('address.lead')} save={acts.address} onClose={() => setAsking(false)} />
      )}
      {acts.proof}
    </Panel>
  );
}
