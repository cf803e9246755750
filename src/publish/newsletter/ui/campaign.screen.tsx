import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { loadMailOff } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import { locales } from '#kit/facts.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { isId } from '#kit/ids.ts';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { CampaignChecks } from './campaign-checks.part.tsx';
import { CampaignPreview } from './campaign-preview.part.tsx';
import { CampaignProgress } from './campaign-progress.part.tsx';
import { CampaignSchedule } from './campaign-schedule.part.tsx';
import { CampaignStatus } from './campaign-status.part.tsx';
import { useCampaignSteps } from './campaign-steps.hook.ts';
import s from './desk.module.css';
import { campaignQuery, deskApi, emailAddress, listsQuery } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const EmailEditor = loadable(async () => (await import('./email-editor.part.tsx')).EmailEditor);
const AudienceDialog = loadable(async () => (await import('./audience-dialog.part.tsx')).AudienceDialog);

export const validate = ({ params }: LoadContext): boolean => isId(params['id'] ?? '');
export const load = async (context: LoadContext): Promise<{ id: string }> => {
  const { api, queries, params } = context;
  const { id = '' } = params;
  const desk = api(deskApi);
  await Promise.all([
    queries.ensureQueryData(listsQuery(desk)),
    queries.ensureQueryData(campaignQuery(desk, id)),
    loadMailOff(context),
  ]);
  return { id };
};

function Actions({ campaign }: { campaign: CampaignDetail }) {
  const say = newsletterText();
  const steps = useCampaignSteps(campaign);
  const navigate = useNavigate();
  const may = (action: CampaignDetail['actions'][number]) => campaign.actions.includes(action);
  if (campaign.state === 'draft')
    return (
      <>
        <Button variant="subtle" data-danger onClick={() => void steps.remove(() => navigate('/newsletter'))}>
          {say('campaign.remove')}
        </Button>
        <LinkButton
          {...(campaign.gaps.includes('body') && { variant: 'filled' })}
          to={emailAddress(campaign.id, campaign.locale)}
          leftSection={<IconPencil size={16} stroke={1.75} />}
        >
          {say('campaign.edit')}
        </LinkButton>
      </>
    );
  return (
    <>
      {may('cancel') && (
        <Button variant="subtle" data-danger onClick={() => void steps.cancel()}>
          {say('campaign.cancelSending')}
        </Button>
      )}
      {may('unschedule') && (
        <Button variant="default" onClick={() => void steps.step('unschedule')}>
          {say('campaign.unschedule')}
        </Button>
      )}
      {may('pause') && (
        <Button variant="filled" onClick={() => void steps.step('pause')}>
          {say('campaign.stop')}
        </Button>
      )}
      {may('resume') && (
        <Button variant="filled" onClick={() => void steps.step('resume')}>
          {say('campaign.resume')}
        </Button>
      )}
    </>
  );
}

function Campaign({ campaign }: { campaign: CampaignDetail }) {
  const [open, setOpen] = useState<'audience' | null>(null);
  const [search] = useSearchParams();
  usePageTitle(campaign.name);
  const written = campaign.state === 'draft' ? locales.find((one) => one === search.get('text')) : undefined;
  if (written !== undefined)
    return (
      <Suspense>
        <EmailEditor key={written} campaign={campaign} locale={written} />
      </Suspense>
    );
  const began = campaign.startedAt !== null;
  return (
    <>
      <PageHead title={<bdi>{campaign.name}</bdi>} sub={<CampaignStatus campaign={campaign} />}>
        <Actions campaign={campaign} />
      </PageHead>
      <MailOff />
      <div className={s.campaign}>
        <CampaignPreview campaign={campaign} />
        <div className={s.aside}>
          {began ? (
            <CampaignProgress campaign={campaign} />
          ) : (
            <CampaignChecks campaign={campaign} onAudience={() => setOpen('audience')} />
          )}
          {campaign.state === 'draft' && <CampaignSchedule campaign={campaign} />}
        </div>
      </div>
      <Suspense>{open === 'audience' && <AudienceDialog campaign={campaign} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}

/** One campaign: the email at the start, what is checked beside it, then how far it is. */
export function Screen() {
  const { id } = useLoaded<typeof load>();
  const query = useQuery({
    ...campaignQuery(useApi(deskApi), id),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' || state.data?.state === 'scheduled' ? 5_000 : false),
  });
  return query.data === undefined ? null : <Campaign campaign={query.data} />;
}
