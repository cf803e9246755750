import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCopy } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Tag, type TagHue } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { PlanView } from '../plans.contract.ts';
import type { Visibility } from '../plans.rules.ts';
import { plansApi, usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

const CopyDialog = loadable(async () => (await import('./plan-copy.part.tsx')).CopyDialog);
const hues: Readonly<Record<Visibility, TagHue>> = { public: 'green', private: 'blue', archived: 'grey' };

/** Without a price it is a draft, whatever else is chosen: nobody can buy it. */
export function PlanState({ visibility, draft }: { visibility: Visibility; draft: boolean }) {
  const say = plansText();
  return <Tag hue={draft ? 'grey' : hues[visibility]}>{say(`visibility.${draft ? 'draft' : visibility}`)}</Tag>;
}

/** Another plan like it, and out of the shop or back into it; who has it keeps it either way. */
export function PlanActs({ plan }: { plan: PlanView }) {
  const say = plansText();
  const api = useApi(plansApi);
  const refresh = usePlansRefresh();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [copying, setCopying] = useState(false);
  const archived = plan.visibility === 'archived';
  const show = async (visibility: Visibility, revision: number): Promise<PlanView> => {
    const after = await api.plans.edit({ params: { id: plan.id }, body: { visibility, revision } });
    await refresh();
    await revalidate();
    return after;
  };
  const turn = async () => {
    const { revision } = await show(archived ? 'private' : 'archived', plan.revision);
    toast({
      text: say(archived ? 'act.unarchived' : 'act.archived', { name: plan.name }),
      undo: async () => void (await show(plan.visibility, revision)),
    });
  };
  return (
    <>
      <Button leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => setCopying(true)}>
        {say('act.copy')}
      </Button>
      <Button
        leftSection={archived ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />}
        onClick={() => void turn()}
      >
        {say(archived ? 'act.unarchive' : 'act.archive')}
      </Button>
      <Suspense>{copying && <CopyDialog plan={plan} onClose={() => setCopying(false)} />}</Suspense>
    </>
  );
}

/** Where the plan is bought; of a private one the only way. */
export function PlanLink({ plan }: { plan: PlanView }) {
  const say = plansText();
  const [origin, setOrigin] = useState('');
  useEffect(() => setOrigin(window.location.origin), []);
  const path = `/purchase-plan?plan=${plan.code}${plan.visibility === 'private' ? `&code=${plan.code}` : ''}`;
  return (
    <div className={s.planLink}>
      <Ltr mono="mono">{path}</Ltr>
      <CopyButton text={`${origin}${path}`} label={say('act.copyLink')} />
    </div>
  );
}
