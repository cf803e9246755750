import { Button, NumberInput, SegmentedControl } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '#kit/ui/bits.tsx';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const hour = 3_600_000;

function useSchedule(campaign: CampaignDetail) {
  const say = newsletterText();
  const ask = useAsk();
  const toast = useToast();
  const failureText = useFailureText(say);
  const refresh = useDeskRefresh();
  const { newsletterCampaigns } = useApi(deskApi);
  const [failure, setFailure] = useState<string | null>(null);
  const { id, count } = campaign;
  const params = { id };
  /** The revision over which it is scheduled. */
  const withPace = async (perMinute: number): Promise<number> => {
    const { revision } = campaign;
    if (perMinute === campaign.perMinute) return revision;
    return (await newsletterCampaigns.edit({ params, body: { revision, perMinute } })).revision;
  };
  const schedule = async ({ at, perMinute }: { at: number | null; perMinute: number }) => {
    setFailure(null);
    const n = count.recipients;
    const sure =
      at !== null ||
      (await ask({
        title: say('campaign.nowTitle', { n }),
        lead: say('campaign.nowText'),
        verb: say('campaign.now', { n }),
        safe: say('desk.cancel'),
      }));
    if (!sure) return;
    try {
      const body = { revision: await withPace(perMinute), action: 'schedule' as const, ...(at === null ? {} : { at }) };
      const { revision } = await newsletterCampaigns.step({ params, body });
      const undo = () => newsletterCampaigns.step({ params, body: { revision, action: 'unschedule' } }).then(refresh);
      toast({ text: say('campaign.scheduled'), ...(at === null ? {} : { undo }) });
    } catch (error) {
      setFailure(failureText(error));
    }
    await refresh();
  };
  return { schedule, failure };
}

/** When it starts and how fast it goes out. The button carries the number. */
export function CampaignSchedule({ campaign }: { campaign: CampaignDetail }) {
  const say = newsletterText();
  const { zone, now } = useReader();
  const { schedule, failure } = useSchedule(campaign);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState(localOf(now + hour, zone));
  const [pace, setPaceField] = useState(campaign.perMinute);
  const { min, max } = newsletterLimits.perMinute;
  const n = campaign.count.recipients;
  const moment = msOf(at, zone);
  const bounded = Math.min(max, Math.max(min, Math.round(pace)));
  return (
    <Panel id="schedule" title={say('campaign.when')}>
      <div className={s.when}>
        <SegmentedControl
          fullWidth
          aria-label={say('campaign.when')}
          value={when}
          onChange={(value) => setWhen(value === 'later' ? 'later' : 'now')}
          data={[
            { value: 'now', label: say('campaign.whenNow') },
            { value: 'later', label: say('campaign.whenLater') },
          ]}
        />
        {when === 'later' && (
          <DateTimeField size="md" label={say('campaign.at')} description={zone} value={at} onChange={setAt} />
        )}
        <NumberInput
          size="md"
          label={say('campaign.pace')}
          description={say('campaign.paceHint', { minutes: Math.max(1, Math.ceil(n / bounded)) })}
          min={min}
          max={max}
          allowDecimal={false}
          hideControls
          value={pace}
          onChange={(value) => setPaceField(Number(value) || min)}
        />
        {failure !== null && <Banner hue="red">{failure}</Banner>}
        <Button
          size="md"
          variant="filled"
          leftSection={<IconSend size={16} stroke={1.75} />}
          disabled={campaign.gaps.length > 0 || (when === 'later' && moment === null)}
          onClick={() => void schedule({ at: when === 'now' ? null : moment, perMinute: bounded })}
        >
          {say(when === 'now' ? 'campaign.now' : 'campaign.schedule', { n })}
        </Button>
      </div>
    </Panel>
  );
}
