import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import type { CampaignAction } from '../newsletter.rules.ts';
import { deskApi, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

/** Steps of one campaign. One that came too late ends in a toast, and the campaign is loaded again. */
export function useCampaignSteps({ id, revision }: Pick<CampaignDetail, 'id' | 'revision'>) {
  const say = newsletterText();
  const ask = useAsk();
  const toast = useToast();
  const failureText = useFailureText(say);
  const refresh = useDeskRefresh();
  const { newsletterCampaigns } = useApi(deskApi);
  const step = async (action: CampaignAction) => {
    await newsletterCampaigns
      .step({ params: { id }, body: { revision, action } })
      .catch((error: unknown) => toast({ text: failureText(error) }));
    await refresh();
  };
  const cancel = async () => {
    const words = { title: say('campaign.cancelTitle'), lead: say('campaign.cancelText') };
    if (await ask({ ...words, verb: say('campaign.cancelSending'), safe: say('desk.cancel') })) await step('cancel');
  };
  const remove = async (then: () => unknown) => {
    if (!(await ask({ title: say('campaign.removeTitle'), verb: say('campaign.remove'), safe: say('desk.cancel') }))) return;
    await newsletterCampaigns.remove({ params: { id } });
    await then();
    await refresh();
  };
  return { step, cancel, remove };
}
