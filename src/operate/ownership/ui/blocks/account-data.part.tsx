import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useDeed } from '../deed.hook.ts';
import { Exports } from '../exports.part.tsx';
import { Owner } from '../owner.part.tsx';
import s from '../ownership.module.css';
import { ownershipText } from '../ownership-text.hook.ts';
import { overviewQuery, useOwnership } from './ownership-query.hook.ts';

const CloseDialog = loadable(async () => (await import('../close-dialog.part.tsx')).CloseDialog);

function Close() {
  const say = ownershipText();
  const [open, setOpen] = useState<'open' | 'shut'>('shut');
  return (
    <Panel id="close" title={say('close.title')}>
      <div className={s.body}>
        <p className="small soft">{say('close.lead')}</p>
        <Button className={s.danger ?? ''} onClick={() => setOpen('open')}>
          {say('close.open')}
        </Button>
      </div>
      <Suspense>{open === 'open' && <CloseDialog onClose={() => setOpen('shut')} />}</Suspense>
    </Panel>
  );
}

function Leave() {
  const say = ownershipText();
  const api = useOwnership();
  const ask = useAsk();
  const { user } = useAuth();
  const navigate = useNavigate();
  const { busy, trouble, deed, proof } = useDeed();
  const name = user?.account?.name ?? '';
  const leave = async () => {
    const yes = await ask({
      title: say('leave.ask', { name }),
      lead: say('leave.askLead'),
      verb: say('leave.verb'),
      safe: say('leave.safe'),
      typeName: name,
    });
    if (yes && (await deed('leave', say('leave.what', { name }), () => api.leave())) !== null)
      await navigate('/login', { replace: true });
  };
  return (
    <Panel id="leave" title={say('leave.title')}>
      <div className={s.body}>
        {trouble !== '' && <Banner hue="red">{trouble}</Banner>}
        <p className="small soft">{say('leave.lead')}</p>
        <Button className={s.danger ?? ''} loading={busy === 'leave'} onClick={() => void leave()}>
          {say('leave.verb')}
        </Button>
      </div>
      {proof}
    </Panel>
  );
}

/** The account as a whole: taking its data along, who owns it, its end. */
export function AccountData() {
  const { data } = useSuspenseQuery(overviewQuery(useOwnership()));
  const { user, fetchUser } = useAuth();
  useLiveRefresh({ area: 'user', kinds: ['ownership'] });
  // it passed while the page was open: the frame around it was drawn for what the reader was before
  const stale = user?.account != null && data.rights.owner !== (user.account.role === 'owner');
  useEffect(() => {
    if (stale) void fetchUser().catch(() => null);
  }, [stale, fetchUser]);
  return (
    <div className={s.col}>
      <Suspense>{data.rights.export && <Exports />}</Suspense>
      <Owner overview={data} />
      {data.rights.close && <Close />}
      {data.rights.leave && <Leave />}
    </div>
  );
}
