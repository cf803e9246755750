import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { authFacts } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { SessionUser } from '../identity.contract.ts';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './profile.module.css';

type SessionAccount = SessionUser['account'];

/** Acts in another account from now on; what was known of the old one is forgotten. */
function useSwitch() {
  const say = identityText();
  const identity = useIdentity();
  const queries = useQueryClient();
  const { fetchUser } = useAuth();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const failureText = useFailureText(say);
  const [state, setState] = useState({ busy: '', failure: '' });
  const change = async (accountId: string) => {
    setState({ busy: accountId, failure: '' });
    try {
      await identity.switchAccount({ body: { accountId } });
      await fetchUser();
      queries.clear();
      await navigate(authFacts.redirects.home);
      await revalidate();
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  return { ...state, change };
}

/** The accounts that this person belongs to, and the way into each. */
export function Accounts({ present, accounts }: { present: string; accounts: readonly SessionAccount[] }) {
  const say = identityText();
  const { busy, failure, change } = useSwitch();
  const roles = ['owner', 'admin', 'member', 'staff'] as const;
  const roleOf = (account: SessionAccount) => {
    const role = roles.find((one) => one === account.role);
    return role === undefined ? '' : say(`role.${role}`);
  };
  return (
    <Panel flush="flush" id="accounts" title={say('profile.accounts')}>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <ul className={s.rows}>
        {accounts.map((account) => (
          <li key={account.id}>
            <IconBuilding size={18} stroke={1.75} />
            <span className="grow">
              <span className={`small strong cut ${s.line}`}>{account.name}</span>
              <span className={`tiny quiet ${s.line}`}>
                {account.state === 'active' ? roleOf(account) : say(`accountState.${account.state}`)}
              </span>
            </span>
            {account.id === present && accounts.length > 1 && (
              <Status of="active" look="plain">
                {say('profile.here')}
              </Status>
            )}
            {account.id !== present && (account.state === 'active' || account.state === 'pending') && (
              <Button size="xs" loading={busy === account.id} onClick={() => void change(account.id)}>
                {say('profile.switch')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {accounts.length > 1 && <p className={`tiny quiet ${s.foot}`}>{say('profile.accountsHint')}</p>}
    </Panel>
  );
}
