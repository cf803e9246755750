import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { AccountDetail } from '../account-views.contract.ts';
import { adminApi, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { ReasonDialog } from './reason-dialog.part.tsx';

/** Suspend with a reason; open again or approve at once, because that takes nothing from anybody. */
export function StateActs({ account }: { account: AccountDetail }) {
  const say = adminText();
  const { users } = useApi(adminApi);
  const refresh = useAdminRefresh();
  const failureText = useFailureText(say);
  const [asking, setAsking] = useState(false);
  const [state, setState] = useState({ busy: false, failure: '' });
  const { rights } = account;
  const params = { id: account.id };
  const open = async () => {
    setState({ busy: true, failure: '' });
    const failure = await users.reactivate({ params, body: {} }).then(() => '', failureText);
    await refresh();
    setState({ busy: false, failure });
  };
  const suspend = async (reason: string) => {
    await users.suspend({ params, body: { reason } });
    await refresh();
    return true;
  };
  return (
    <>
      {state.failure !== '' && (
        <span className={s.trouble} role="alert">
          {state.failure}
        </span>
      )}
      {rights.suspend && (
        <Button leftSection={<IconPlayerPause size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
          {say('account.suspend')}
        </Button>
      )}
      {(rights.reactivate || rights.approve) && (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay size={16} stroke={1.75} className="turn" />}
          loading={state.busy}
          onClick={() => void open()}
        >
          {say(rights.approve ? 'account.approve' : 'account.reopen')}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          look="red"
          words={{
            title: say('suspend.title', { name: account.name }),
            lead: say('suspend.lead'),
            reason: say('suspend.reason'),
            hint: say('suspend.hint'),
            verb: say('suspend.verb'),
          }}
          go={suspend}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
