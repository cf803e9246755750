import { Button, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { IconCreditCard, IconLogin2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { RegionFields } from '#core/identity/ui/blocks/region.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, Full, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { useLiveRefresh } from '#kit/ui/query/live.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useTimeText } from '#kit/ui/time.tsx';
import { locales } from '#kit/facts.ts';
import type { AccountDetail, AccountItem } from '../account-views.contract.ts';
import { OverBanners } from '#sales/overflow/ui/blocks/over-banner.part.tsx';
import { AccountState } from './account-state.part.tsx';
import { ActAs } from './act-as.part.tsx';
import { adminApi, notesQuery, overviewQuery, userQuery, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { limitsDraftOf, type LimitsDraft, limitsOf, limitsTrouble } from './limits-draft.hook.ts';
import { LimitsSection } from './limits.part.tsx';
import { Notes } from './notes.part.tsx';
import { Overview } from './overview.part.tsx';
import { OwnerPanel } from './owner.part.tsx';
import { StateActs } from './state-acts.part.tsx';
import { UsePanel } from './use.part.tsx';

const CustomerTerms = loadable(async () => (await import('#sales/terms/ui/blocks/customer-terms.part.tsx')).CustomerTerms);
const AccountPlacementPanel = loadable(
  async () => (await import('#meet/servers/ui/blocks/account-placement.part.tsx')).AccountPlacementPanel,
);
const DataEndPanel = loadable(async () => (await import('./data-end.part.tsx')).DataEndPanel);
const UsageDays = loadable(async () => (await import('#meet/usage/ui/blocks/usage-days.part.tsx')).UsageDays);

type LoadedAccounts = { choose: AccountItem[] | null };
export const load = async ({ api, queries, params }: LoadContext): Promise<LoadedAccounts> => {
  const client = api(adminApi);
  const { id } = params;
  if (id === undefined) return { choose: (await client.users.list({ query: { limit: 100, sort: 'name' } })).items };
  await Promise.all([
    queries.ensureQueryData(userQuery(client, id)),
    queries.ensureQueryData(overviewQuery(client, id)),
    queries.ensureQueryData(notesQuery(client, id)),
    UsageDays.preload(),
  ]);
  return { choose: null };
};

/** `/users/edit-user/{id}`: an account with its owner; without an id, the list to choose from. */
export function Screen() {
  const { choose } = useLoaded<typeof load>();
  const { id } = useParams();
  return choose === null && id !== undefined ? <Account key={id} id={id} /> : <Choose accounts={choose ?? []} />;
}

function Account({ id }: { id: string }) {
  const say = adminText();
  const when = useTimeText();
  const { can } = useAuth();
  const { data: account } = useSuspenseQuery(userQuery(useApi(adminApi), id));
  const [actAs, setActAs] = useState(false);
  useLiveRefresh({ area: 'admin', kinds: ['account'] });
  usePageTitle(account.name);
  return (
    <>
      <PageHead
        title={
          <span className={s.title}>
            <bdi>{account.name}</bdi> <AccountState state={account.state} look="pill" />
          </span>
        }
        sub={
          <DotLine>
            {say(`kind.${account.kind}`)}
            {account.vendor !== null && (
              <>
                {say('list.vendor')}: <bdi>{account.vendor.name}</bdi>
              </>
            )}
          </DotLine>
        }
      >
        <StateActs account={account} />
        {account.kind !== 'operator' && can('invoices.manage') && (
          <LinkButton
            to={`/all-invoices?tab=payments&account=${account.id}`}
            leftSection={<IconCreditCard size={16} stroke={1.75} />}
          >
            {say('account.payments')}
          </LinkButton>
        )}
        {account.rights.actFor && (
          <Button leftSection={<IconLogin2 size={16} stroke={1.75} className="turn" />} onClick={() => setActAs(true)}>
            {say('account.actFor')}
          </Button>
        )}
      </PageHead>
      {account.stateReason !== null && (
        <Banner hue="amber">
          <span dir="auto">{say('account.reason', { reason: account.stateReason })}</span>{' '}
          {account.stateAt !== null && <span className="tiny">{say('account.since', { when: when(account.stateAt) })}</span>}
        </Banner>
      )}
      <OverBanners items={account.over} choose="no" />
      <Overview id={id} money={can('invoices.manage') ? `/all-invoices?q=${encodeURIComponent(account.name)}` : null} />
      <div className={s.two}>
        <div className={s.col}>
          <AccountForm key={account.version} account={account} />
          <Suspense>
            <UsageDays accountId={account.id} />
          </Suspense>
        </div>
        <div className={s.col}>
          <OwnerPanel account={account} />
          <Notes id={account.id} />
          <Suspense>{account.kind !== 'operator' && <CustomerTerms id={account.id} name={account.name} />}</Suspense>
          <UsePanel account={account} />
          <Suspense>
            <AccountPlacementPanel id={account.id} />
            <DataEndPanel account={account} />
          </Suspense>
        </div>
      </div>
      {actAs && <ActAs account={account} onClose={() => setActAs(false)} />}
    </>
  );
}

type UserDraft = LimitsDraft & { name: string; locale: string; timeZone: string };
const draftOf = (account: AccountDetail): UserDraft => ({
  name: account.name,
  locale: account.locale,
  timeZone: account.timeZone,
  ...limitsDraftOf(account.limits, account.standard),
});

function AccountForm({ account }: { account: AccountDetail }) {
  const say = adminText();
  const api = useApi(adminApi);
  const queries = useQueryClient();
  const refresh = useAdminRefresh();
  const first = useMemo(() => draftOf(account), [account]);
  const { rights, standard } = account;
  const form = useDraftForm<UserDraft>({
    key: `account:${account.id}`,
    initial: first,
    check: (draft) => ({ ...(draft.name.trim() === '' && { name: 'required' }), ...limitsTrouble(draft) }),
    labels: { name: say('form.organisation'), locale: say('form.locale'), timeZone: say('form.timeZone') },
    say,
    save: async (draft) => {
      const locale = locales.find((one) => one === draft.locale);
      const body = {
        version: account.version,
        name: draft.name.trim(),
        timeZone: draft.timeZone,
        ...(locale === undefined ? {} : { locale }),
        ...(rights.limits && { limits: limitsOf(draft, standard) }),
      };
      const saved = await api.users.update({ params: { id: account.id }, body });
      queries.setQueryData(userQuery(api, account.id).queryKey, saved);
      await refresh();
    },
  });
  return (
    <form method="post" onSubmit={form.submit} noValidate className={s.col}>
      <FormSection id="about" title={say('form.about')}>
        <Fields>
          <Full>
            <TextInput
              size="md"
              {...form.input('name')}
              label={say('form.organisation')}
              dir="auto"
              maxLength={100}
              autoComplete="off"
              readOnly={!rights.edit}
            />
          </Full>
          <RegionFields
            locale={{ field: form.input('locale'), label: say('form.locale') }}
            zone={{ field: form.input('timeZone'), label: say('form.timeZone') }}
          />
        </Fields>
      </FormSection>
      {rights.limits && (
        <Overrides count={Object.keys(account.limits).length} trouble={Object.keys(form.errors).length > 0}>
          <LimitsSection form={{ ...form, setLimit: form.set }} standard={standard} by={account.limitsBy} />
        </Overrides>
      )}
      {rights.edit && <SaveBar form={form} />}
    </form>
  );
}

/** Limits that differ from the plan are rare: they wait behind their count, and open for what is wrong in them. */
function Overrides({ count, trouble, children }: { count: number; trouble: boolean; children: ReactNode }) {
  const say = adminText();
  return (
    <details className={s.overrides} open={trouble || undefined}>
      <summary>
        <h2>{say('form.overrides')}</h2> <span className="small quiet">{say('form.overridden', { count })}</span>
      </summary>
      {children}
    </details>
  );
}

function Choose({ accounts }: { accounts: readonly AccountItem[] }) {
  const say = adminText();
  usePageTitle(say('form.chooseTitle'));
  return (
    <>
      <PageHead title={say('form.chooseTitle')} />
      <ul className={s.choose}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link to={`/users/edit-user/${account.id}`}>
              <span className="grow cut">
                <bdi className="strong">{account.name}</bdi> <Ltr className="small quiet">{account.owner?.email ?? ''}</Ltr>
              </span>
              <AccountState state={account.state} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
