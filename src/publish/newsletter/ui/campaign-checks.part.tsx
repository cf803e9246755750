import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { CampaignDetail } from '../campaigns.contract.ts';
import { type ReadinessGap, readinessGaps } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { deskApi, emailAddress, listsQuery, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

type CheckProps = { check: ReadinessGap; campaign: CampaignDetail; children?: ReactNode; action?: ReactNode };
/** What every draft begins without is no fault of it. */
const toDo: ReadonlySet<ReadinessGap> = new Set(['subject', 'body', 'test']);
/** One check with its answer in words. */
function Check({ check, campaign, children, action }: CheckProps) {
  const say = newsletterText();
  const gap = campaign.gaps.includes(check);
  const kind = toDo.has(check) ? 'toDo' : 'problem';
  const Mark = !gap ? IconCircleCheck : kind === 'toDo' ? IconCircleDashed : IconCircleX;
  return (
    <li data-gap={gap ? kind : undefined}>
      <Mark size={18} stroke={1.75} />
      <b>{say(`campaign.check.${check}`)}</b>
      <span>{action}</span>
      {gap ? <p>{say(`campaign.gap.${check}`)}</p> : children}
    </li>
  );
}

/** The subtraction that leads to the number of recipients. */
function AudienceSum({ campaign }: { campaign: CampaignDetail }) {
  const say = newsletterText();
  const { locale } = useReader();
  const lists = useQuery(listsQuery(useApi(deskApi))).data?.items ?? [];
  const list = nameIn(lists.find((one) => one.id === campaign.listId)?.names ?? {}, locale);
  const { confirmed, matching, suppressed, recipients } = campaign.count;
  const number = (n: number) => say('desk.number', { n });
  return (
    <dl className={s.sum}>
      <dt>{say('campaign.countConfirmed', { list: `\u2068${list}\u2069` })}</dt>
      <dd>{number(confirmed)}</dd>
      {matching !== confirmed && (
        <>
          <dt>{say('campaign.countMatching')}</dt>
          <dd>{number(matching)}</dd>
        </>
      )}
      <dt>{say('campaign.countSuppressed')}</dt>
      <dd>{number(0 - suppressed)}</dd>
      <dt data-total>{say('campaign.countAll')}</dt>
      <dd data-total>{number(recipients)}</dd>
    </dl>
  );
}

function TestButton({ campaign }: { campaign: CampaignDetail }) {
  const say = newsletterText();
  const toast = useToast();
  const sentText = useSentText();
  const failureText = useFailureText(say);
  const refresh = useDeskRefresh();
  const { user } = useAuth();
  const { newsletterCampaigns } = useApi(deskApi);
  const [busy, setBusy] = useState('');
  const test = async () => {
    setBusy('busy');
    try {
      await newsletterCampaigns.test({ params: { id: campaign.id } });
      toast({ text: await sentText(say('campaign.tested', { email: `\u2066${user?.email ?? ''}\u2069` })) });
    } catch (error) {
      toast({ text: failureText(error) });
    }
    setBusy('');
    await refresh();
  };
  return (
    <Button size="xs" mih={32} loading={busy !== ''} onClick={() => void test()}>
      {say(campaign.testedAt === null ? 'campaign.test' : 'campaign.testAgain')}
    </Button>
  );
}

type ChecksProps = { campaign: CampaignDetail; onAudience: () => void };
/** What is checked before it goes out; each gap stops it. */
export function CampaignChecks({ campaign, onAudience }: ChecksProps) {
  const say = newsletterText();
  const when = useTimeText();
  const original = campaign.texts.find((text) => text.locale === campaign.locale);
  const isDraft = campaign.state === 'draft';
  const edit = isDraft && (
    <LinkButton size="xs" mih={32} to={emailAddress(campaign.id, campaign.locale)}>
      {say('campaign.edit')}
    </LinkButton>
  );
  const done = readinessGaps.length - campaign.gaps.length;
  return (
    <Panel
      id="checks"
      title={say('campaign.checks')}
      aside={<span className="small quiet">{say('campaign.checksDone', { done, all: readinessGaps.length })}</span>}
    >
      <ul className={s.checks}>
        <Check
          check="audience"
          campaign={campaign}
          action={
            isDraft && (
              <Button size="xs" mih={32} onClick={onAudience}>
                {say('campaign.changeAudience')}
              </Button>
            )
          }
        >
          <AudienceSum campaign={campaign} />
        </Check>
        <Check check="list" campaign={campaign}>
          <p>{say('campaign.good.list')}</p>
        </Check>
        <Check check="subject" campaign={campaign} action={campaign.gaps.includes('subject') && edit}>
          <p>{say('campaign.good.subject', { n: [...(original?.subject ?? '')].length })}</p>
        </Check>
        <Check check="body" campaign={campaign} action={campaign.gaps.includes('body') && edit}>
          <p>{say('campaign.good.body', { n: original?.words ?? 0 })}</p>
        </Check>
        <Check check="mail_server" campaign={campaign}>
          <p>{say('campaign.good.mail_server')}</p>
        </Check>
        <Check check="test" campaign={campaign} action={isDraft && <TestButton campaign={campaign} />}>
          <p>{say('campaign.good.test', { date: campaign.testedAt === null ? '' : when(campaign.testedAt, 'full') })}</p>
        </Check>
      </ul>
    </Panel>
  );
}
