import { Button, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { isPlanCode, planLimits } from '../plans.rules.ts';
import { plansApi, usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

type CopiedPlan = { id: string; name: string; code: string };
/** A private plan with the newest terms of another one. */
export function CopyDialog({ plan, onClose }: { plan: CopiedPlan; onClose: () => void }) {
  const say = plansText();
  const api = useApi(plansApi);
  const refresh = usePlansRefresh();
  const navigate = useNavigate();
  const form = useDraftForm<{ name: string; code: string }>({
    key: null,
    initial: { name: plan.name, code: `${plan.code.slice(0, planLimits.code - 2)}-2` },
    check: ({ name, code }) => ({
      ...(name.trim() === '' && { name: 'required' }),
      ...(!isPlanCode(code) && { code: 'plan_code' }),
    }),
    say,
    save: async (body) => {
      const made = await api.plans.copy({ params: { id: plan.id }, body });
      await refresh();
      onClose();
      await navigate(`/subscription-plans/edit-plan/${made.id}`);
    },
  });
  return (
    <Dialog title={say('act.copyTitle', { name: plan.name })} lead={say('act.copyText')} onClose={onClose}>
      <form className={s.stack} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput size="md" {...form.input('name')} label={say('list.name')} maxLength={planLimits.name} dir="auto" />
        <TextInput size="md" {...form.input('code')} label={say('form.code')} maxLength={planLimits.code} dir="ltr" />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('act.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('act.copy')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
