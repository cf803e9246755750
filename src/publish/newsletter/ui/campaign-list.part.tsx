import { Button } from '@mantine/core';
import { IconArticle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { EmptyState } from '#kit/ui/empty.tsx';
import { RowLink } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { DataTable } from '#kit/ui/table/data-table.tsx';
import { useListState } from '#kit/ui/table/list-state.ts';
import type { TableColumn } from '#kit/ui/table/table-shape.ts';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import type { CampaignItem } from '../campaigns.contract.ts';
import { CampaignStatus } from './campaign-status.part.tsx';
import { useCampaignSteps } from './campaign-steps.hook.ts';
import s from './desk.module.css';
import { campaignGroups, campaignsQuery, campaignsShape, deskApi, figuresQuery, listsQuery } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const NewCampaign = loadable(async () => (await import('./new-campaign.part.tsx')).NewCampaign);
const campaignPath = (id: string): string => `/newsletter/${id}`;

/** Sums over all lists, never people. */
function Figures() {
  const say = newsletterText();
  const figures = useQuery(figuresQuery(useApi(deskApi))).data;
  if (figures === undefined) return null;
  const { confirmed, confirmedLately, pending, written, unsubscribed, bounced, suppressed } = figures;
  const shown = [
    { id: 'confirmed', n: confirmed, below: say('desk.confirmedLately', { n: confirmedLately }) },
    { id: 'pending', n: pending, below: say('desk.pendingText', { days: newsletterLimits.pendingDays }) },
    { id: 'written', n: written, below: say('desk.inDays') },
    { id: 'unsubscribed', n: unsubscribed, below: say('desk.inDays') },
    { id: 'bounced', n: bounced, below: say('desk.suppressed', { n: suppressed }) },
  ] as const;
  return (
    <dl className={s.figures}>
      {shown.map(({ id, n, below }) => (
        <div key={id}>
          <dt>{say(`desk.${id}`)}</dt>
          <dd className="num">{say('desk.number', { n })}</dd>
          <dd>{below}</dd>
        </div>
      ))}
    </dl>
  );
}

function useColumns(): TableColumn<CampaignItem>[] {
  const say = newsletterText();
  const { locale } = useReader();
  const time = useTimeText();
  const lists = useQuery(listsQuery(useApi(deskApi))).data?.items ?? [];
  const audienceOf = (one: CampaignItem): string => {
    const list = nameIn(lists.find((found) => found.id === one.listId)?.names ?? {}, locale);
    const narrowed = one.audience.locales.length + one.audience.plans.length > 0;
    return say(narrowed ? 'campaigns.segment' : 'campaigns.everyone', { list });
  };
  const number = (n: number) => say('desk.number', { n });
  return [
    {
      id: 'name',
      title: say('campaigns.name'),
      lead: 'lead',
      phone: 'name',
      text: (one) => one.name,
      cell: (one) => (
        <span className={s.name}>
          <RowLink to={campaignPath(one.id)} dir="auto">
            {one.name}
          </RowLink>
          <span className="tiny quiet cut" dir="auto">
            {one.subject === '' ? say('campaigns.noSubject') : one.subject}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: say('campaigns.state'),
      phone: 'state',
      text: (one) => say(`campaigns.is.${one.state}`),
      cell: (one) => <CampaignStatus campaign={one} />,
    },
    {
      id: 'audience',
      title: say('campaigns.audience'),
      narrow: 'hide',
      text: audienceOf,
      cell: (one) => (
        <span className={s.name}>
          {one.startedAt !== null && <span className="num">{number(one.recipients)}</span>}
          <span className="tiny quiet">{audienceOf(one)}</span>
        </span>
      ),
    },
    {
      id: 'sent',
      title: say('campaigns.sent'),
      align: 'end',
      text: (one) => String(one.written),
      cell: (one) => (one.startedAt === null ? '–' : number(one.written)),
    },
    {
      id: 'unsubscribed',
      title: say('campaigns.unsubscribed'),
      align: 'end',
      narrow: 'hide',
      text: (one) => String(one.unsubscribed),
      cell: (one) => (one.startedAt === null ? '–' : number(one.unsubscribed)),
    },
    {
      id: 'updated',
      title: say('campaigns.updated'),
      phone: 'time',
      text: (one) => time(one.updatedAt, 'full'),
      cell: (one) => <Time at={one.updatedAt} />,
    },
  ];
}

/** Pauses in the row, and goes on. */
function RowStep({ campaign }: { campaign: CampaignItem }) {
  const say = newsletterText();
  const { step } = useCampaignSteps(campaign);
  const action = campaign.actions.find((one) => one === 'pause' || one === 'resume');
  if (action === undefined) return null;
  return (
    <Button size="xs" mih={44} variant="default" onClick={() => void step(action)}>
      {say(`campaigns.${action}`)}
    </Button>
  );
}

/** What runs first, then what waits, then the rest as it was changed. */
export function CampaignList({ head }: { head: (action?: ReactNode) => ReactNode }) {
  const say = newsletterText();
  const navigate = useNavigate();
  const list = useListState(campaignsShape);
  const api = useApi(deskApi);
  const query = useQuery({
    ...campaignsQuery(api, list),
    placeholderData: (before) => before,
    refetchInterval: 10_000,
  });
  const columns = useColumns();
  const [making, setMaking] = useState<'blank' | 'post' | null>(null);
  const page = query.data;
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setMaking('blank')}>
      {say('campaigns.add')}
    </Button>
  );
  const fromPost = (
    <Button variant="default" leftSection={<IconArticle size={16} stroke={1.75} />} onClick={() => setMaking('post')}>
      {say('campaigns.fromPost')}
    </Button>
  );
  const some = page === undefined || page.items.length > 0 || list.narrowed;
  return (
    <>
      {head(some && [<span key="post">{fromPost}</span>, <span key="new">{add}</span>])}
      {some && <Figures />}
      <DataTable
        name="campaigns"
        label={say('desk.campaigns')}
        list={list}
        columns={columns}
        rows={page?.items}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        page={page === undefined ? { next: null } : { next: page.next, total: page.total }}
        pending={query.isPending}
        {...(query.isError && { stale: { at: query.dataUpdatedAt, retry: query.refetch } })}
        filters={[
          {
            id: 'group',
            title: say('campaigns.group'),
            options: campaignGroups.map((value) => ({ value, label: say(`campaigns.groups.${value}`) })),
          },
        ]}
        actions={(one) => <RowStep campaign={one} />}
        onOpen={(one) => void navigate(campaignPath(one.id))}
        searchLabel={say('campaigns.search')}
        csv={{ file: 'campaigns.csv', page: (at) => campaignsQuery(api, at).queryFn() }}
        empty={
          <EmptyState title={say('campaigns.emptyTitle')} text={say('campaigns.emptyText')}>
            {add}
            {fromPost}
          </EmptyState>
        }
      />
      <Suspense>{making !== null && <NewCampaign from={making} onClose={() => setMaking(null)} />}</Suspense>
    </>
  );
}
