import { Button } from '@mantine/core';
import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { PlanView } from '../plans.contract.ts';
import { useHolderSource } from './blocks/plan-slots.hook.ts';
import { usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';

const dayMs = 86_400_000;
type Props = { plan: PlanView; from: number; count: number; onClose: () => void };

/** Asks from which renewals on the holders of a version get the newest one. */
export function MoveDialog({ plan, from, count, onClose }: Props) {
  const say = plansText();
  const source = useHolderSource();
  const refresh = usePlansRefresh();
  const { zone, now } = useReader();
  // one day more than the notice: the day begins before the hour at which it is asked
  const least = localOf(now + (source.noticeDays + 1) * dayMs, zone).slice(0, 10);
  const form = useDraftForm<{ at: string }>({
    key: null,
    initial: { at: least },
    check: ({ at }) => (at < least ? { at: 'too_soon' } : {}),
    say,
    save: async ({ at }) => {
      await source.move({ planId: plan.id, from, at: msOf(`${at}T00:00`, zone) ?? 0 });
      await refresh();
      onClose();
    },
  });
  return (
    <Dialog
      title={say('version.moveTitle', { from, to: plan.version })}
      lead={say('version.moveText', { count, days: source.noticeDays })}
      onClose={onClose}
    >
      <form onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <DateField size="md" {...form.input('at')} label={say('version.at')} min={least} />
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('act.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('version.tell')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
