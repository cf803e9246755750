import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { authFacts } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { HouseMark } from '#kit/ui/brand.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem, MenuLabel } from '#kit/ui/overlay/menu-parts.tsx';
import s from './app-frame.module.css';
import { usePage, useSlots } from '#app/shell/page.tsx';
import { shellText } from '#app/shell/shell-text.ts';

/** Acts in another account from now on: everything known of the old one is forgotten. */
function useSwitch(): (accountId: string) => Promise<void> {
  const { switchAccount } = useSlots();
  const { api, queries } = usePage();
  const { fetchUser } = useAuth();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  return async (accountId) => {
    if (switchAccount === null) return;
    await switchAccount({ api, accountId });
    await fetchUser();
    queries.client?.clear();
    await navigate(authFacts.redirects.home);
    await revalidate();
  };
}

/** Whose account this is; with several, the way to the others. */
export function AccountHead() {
  const say = shellText();
  const { user } = useAuth();
  const { switchAccount } = useSlots();
  const change = useSwitch();
  const [busy, setBusy] = useState('');
  const account = user?.account ?? null;
  const others = user?.accounts ?? [];
  const kind = account === null ? '' : say(`account.kind.${account.kind}`);
  const words = (
    <>
      <HouseMark />
      <span className="grow">
        <span className={`strong small cut ${s.block}`}>{account?.name ?? user?.name ?? ''}</span>
        <span className={`tiny quiet cut ${s.block}`}>{kind}</span>
      </span>
    </>
  );
  if (switchAccount === null || others.length < 2)
    return (
      <div className={s.account} data-still>
        {words}
      </div>
    );
  const go = async (id: string) => {
    setBusy(id);
    await change(id).finally(() => setBusy(''));
  };
  return (
    <LazyMenu
      position="bottom-start"
      withinPortal={false}
      width="target"
      button={(props) => (
        <button type="button" className={s.account} {...props}>
          {words}
          <span className="hidden">{say('account.switch')}</span>
          <IconSelector size={14} />
        </button>
      )}
    >
      {() => (
        <>
          <MenuLabel>{say('account.actIn')}</MenuLabel>
          {others.map((one) => (
            <MenuItem
              key={one.id}
              disabled={busy !== ''}
              onClick={() => void go(one.id)}
              rightSection={one.id === account?.id ? <IconCheck size={16} stroke={2} /> : null}
            >
              {one.name}
            </MenuItem>
          ))}
        </>
      )}
    </LazyMenu>
  );
}
