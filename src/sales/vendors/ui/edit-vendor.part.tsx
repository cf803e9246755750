import { Button, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, PageHead } from '#kit/ui/bits.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import type { VendorView } from '../vendors.contract.ts';
import { holdsPool, stepsFrom } from '../vendors.rules.ts';
import { useVendorSlots } from './blocks/vendor-slots.hook.ts';
import { LookPanel } from './look-panel.part.tsx';
import { NewestCustomers } from './newest-customers.part.tsx';
import { FigureFields } from './figure-fields.part.tsx';
import { type FigureDraft, figuresIn, figuresOf, figureTroubles, poolOfDraft } from './pool-draft.hook.ts';
import { PoolBars } from './pool-bars.part.tsx';
import type { StepTo } from './step-dialog.part.tsx';
import { VendorStatus } from './vendor-state.part.tsx';
import { useVendorsRefresh, vendorsApi } from './vendors-data.hook.ts';
import { type VendorsSay, vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

const StepDialog = loadable(async () => (await import('./step-dialog.part.tsx')).StepDialog);

const isStep = (state: string): state is StepTo => state !== 'applied';
const verbOf = (say: VendorsSay, vendor: VendorView, to: StepTo): string =>
  to === 'active' ? say(vendor.state === 'applied' ? 'step.approve' : 'step.restore') : say(`step.${to}`);

function Application({ vendor }: { vendor: VendorView }) {
  const say = vendorsText();
  const { application, appliedBy, invited } = vendor;
  return (
    <FormSection id="application" title={say('application.title')}>
      <dl className={s.facts}>
        {appliedBy !== null && (
          <div>
            <dt className="small">{say('form.ownerName')}</dt>
            <dd>
              <bdi>{appliedBy.name}</bdi> <Ltr className="quiet">{appliedBy.email}</Ltr>
            </dd>
          </div>
        )}
        {invited !== null && (
          <div>
            <dt className="small">{say('form.ownerName')}</dt>
            <dd>
              <bdi>{invited.name}</bdi> <Ltr className="quiet">{invited.email}</Ltr>
              <br />
              <span className="small quiet">{say('form.invited')}</span>
            </dd>
          </div>
        )}
        {application.about !== '' && (
          <div>
            <dt className="small">{say('application.about')}</dt>
            <dd dir="auto">{application.about}</dd>
          </div>
        )}
        {application.website !== '' && (
          <div>
            <dt className="small">{say('application.website')}</dt>
            <dd>
              <Ltr>{application.website}</Ltr>
            </dd>
          </div>
        )}
        {application.expected > 0 && (
          <div>
            <dt className="small">{say('application.expected')}</dt>
            <dd>{say('customer.number', { count: application.expected })}</dd>
          </div>
        )}
        {vendor.reason !== null && (
          <div>
            <dt className="small">{say('step.reason')}</dt>
            <dd dir="auto">{vendor.reason}</dd>
          </div>
        )}
      </dl>
    </FormSection>
  );
}

/** The operator's page of one vendor: its application, its pool, its steps. */
export function EditVendor({ vendor }: { vendor: VendorView }) {
  const say = vendorsText();
  const api = useApi(vendorsApi);
  const refresh = useVendorsRefresh();
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<StepTo | null>(null);
  usePageTitle(vendor.name);
  const sells = holdsPool(vendor.state);
  const slots = useVendorSlots();
  const [search] = useSearchParams();
  const base = `/vendors/edit-vendor/${vendor.id}`;
  const elsewhere = sells && slots.shows(search);
  const again = async () => {
    await refresh();
    await revalidate();
  };
  const form = useDraftForm<FigureDraft & { contractVersion: string }>({
    key: null,
    initial: { contractVersion: vendor.contractVersion ?? '', ...figuresOf(vendor.pool) },
    check: (values) => ({
      ...figureTroubles(figuresIn(values), 'free'),
      ...(values.contractVersion.trim() === '' && { contractVersion: 'required' }),
    }),
    say,
    save: async ({ contractVersion, ...figures }) => {
      const body = { contractVersion, pool: poolOfDraft(figures), revision: vendor.revision };
      await api.vendors.edit({ params: { id: vendor.id }, body });
      await again();
    },
  });
  return (
    <>
      <PageHead title={<bdi>{vendor.name}</bdi>} sub={<VendorStatus of={vendor.state} />}>
        {sells && <LinkButton to={`/users/edit-user/${vendor.id}`}>{say('form.account')}</LinkButton>}
        {stepsFrom(vendor.state)
          .filter(isStep)
          .map((to) => (
            <Button
              key={to}
              {...(to === 'active' && { variant: 'filled' })}
              {...(to === 'terminated' && { 'data-danger': true })}
              onClick={() => setStep(to)}
            >
              {verbOf(say, vendor, to)}
            </Button>
          ))}
      </PageHead>
      {sells && <slots.Tabs base={base} vendorId={vendor.id} />}
      {elsewhere && <slots.Body base={base} vendorId={vendor.id} />}
      {sells && !elsewhere && (
        <div className={s.two}>
          <div className={s.stack}>
            <PoolBars pool={vendor.pool} given={vendor.given} used={vendor.used} />
            <NewestCustomers vendor={vendor} />
          </div>
          <div className={s.stack}>
            <LookPanel look={vendor.look} to={null} />
            <Suspense>
              <slots.Side base={base} vendorId={vendor.id} />
            </Suspense>
          </div>
        </div>
      )}
      <form method="post" onSubmit={form.submit} noValidate hidden={elsewhere}>
        <FormPage>
          {!sells && <Application vendor={vendor} />}
          {sells && (
            <FormSection id="pool" title={say('form.pool')} hint={say('form.poolHint')}>
              <Fields>
                <TextInput size="md" {...form.input('contractVersion')} label={say('form.contract')} maxLength={40} dir="auto" />
              </Fields>
              <FigureFields form={form} given={vendor.given} />
            </FormSection>
          )}
          {sells && <Application vendor={vendor} />}
        </FormPage>
        {sells && !elsewhere && <SaveBar form={form} />}
      </form>
      {step !== null && (
        <Suspense>
          <StepDialog vendor={vendor} to={step} verb={verbOf(say, vendor, step)} onClose={() => setStep(null)} onDone={again} />
        </Suspense>
      )}
    </>
  );
}
