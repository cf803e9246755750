import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormPage, FormSection, Full, RadioList, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import type { PlanView } from '../plans.contract.ts';
import { planCodeOf, planKinds, planLimits, termsChanges, visibilities } from '../plans.rules.ts';
import { type PlanFormSlots, PlanFormSlotsContext, useHolderSource } from './blocks/plan-slots.hook.ts';
import { draftOf, draftTroubles, type PlanDraft, termsOfDraft } from './plan-draft.hook.ts';
import { PlanActs, PlanLink, PlanState } from './plan-acts.part.tsx';
import { PlanLimits } from './plan-limits.part.tsx';
import { PlanPrices } from './plan-prices.part.tsx';
import { PlanSeats, PlanTermsFields } from './plan-terms.part.tsx';
import { plansApi, type PlansClient, usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

/** A new plan has none. */
const PlanVersions = loadable(async () => (await import('./plan-versions.part.tsx')).PlanVersions);

/** Sends what differs: words and visibility change the plan, anything else is the next version. */
async function send(api: PlansClient, plan: PlanView | null, draft: PlanDraft): Promise<PlanView> {
  const { name, summary, visibility, code, kind } = draft;
  const was = plan?.versions[0];
  const terms = termsOfDraft(draft, was);
  if (plan === null || was === undefined)
    return api.plans.create({ body: { name, summary, visibility, code, kind, words: {}, terms } });
  const params = { id: plan.id };
  const renamed = name !== plan.name || summary !== plan.summary || visibility !== plan.visibility;
  const named = { ...(renamed && { name, summary, visibility }), revision: plan.revision };
  if (termsChanges(was, terms).length > 0) return api.plans.publish({ params, body: { ...named, terms } });
  return renamed ? api.plans.edit({ params, body: named }) : plan;
}

type FormOf = { form: DraftForm<PlanDraft> };
function What({ form, plan }: FormOf & { plan: PlanView | null }) {
  const say = plansText();
  const name = form.input('name');
  return (
    <FormSection id="what" title={say('form.what')}>
      <Fields>
        <TextInput
          size="md"
          {...name}
          label={say('list.name')}
          maxLength={planLimits.name}
          dir="auto"
          onBlur={(event) => {
            name.onBlur(event);
            const code = planCodeOf(form.values.name);
            if (plan === null && form.values.code === '' && code !== '') form.set('code', code);
          }}
        />
        <TextInput
          size="md"
          {...form.input('code')}
          label={say('form.code')}
          maxLength={planLimits.code}
          dir="ltr"
          disabled={plan !== null}
        />
        <Full>
          <TextInput size="md" {...form.input('summary')} label={say('form.summary')} maxLength={planLimits.summary} dir="auto" />
        </Full>
      </Fields>
      {plan === null && (
        <RadioList
          label={say('list.kind')}
          value={form.values.kind}
          onChange={(value) => form.set('kind', value)}
          options={planKinds.map((value) => ({ value, title: say(`kind.${value}`), text: say(`kindText.${value}`) }))}
        />
      )}
    </FormSection>
  );
}

function Visible({ form, plan }: FormOf & { plan: PlanView | null }) {
  const say = plansText();
  return (
    <FormSection id="visibility" title={say('list.visibility')}>
      <RadioList
        label={say('list.visibility')}
        value={form.values.visibility}
        onChange={(value) => form.set('visibility', value)}
        options={visibilities.map((value) => ({
          value,
          title: say(`visibility.${value}`),
          text: say(`visibilityText.${value}`),
        }))}
      />
      {plan !== null && plan.kind === 'base' && plan.visibility !== 'archived' && <PlanLink plan={plan} />}
    </FormSection>
  );
}

/** What publishing does, and whom it leaves alone. */
function NextVersion({ plan, changes, held }: { plan: PlanView; changes: number; held: number }) {
  const say = plansText();
  const { noticeDays } = useHolderSource();
  return (
    <div className={s.banner}>
      <Banner hue="blue">
        <b>{say('form.nextVersion', { count: changes, n: plan.version + 1 })}</b> {say('form.soldFrom')}{' '}
        {held > 0 && say('form.heldKeep', { count: held, days: noticeDays })}
      </Banner>
    </div>
  );
}

type EditorProps = { plan: PlanView | null; currencies: readonly [string, ...string[]] };
function Editor({ plan, currencies }: EditorProps) {
  const say = plansText();
  const api = useApi(plansApi);
  const navigate = useNavigate();
  const refresh = usePlansRefresh();
  const source = useHolderSource();
  const initial = draftOf(plan, currencies[0]);
  const before = plan === null ? null : initial;
  const was = plan?.versions[0];
  const title = plan?.name ?? say('list.add');
  usePageTitle(title);
  const holders = useQuery({
    queryKey: ['admin', 'plans.holders', plan?.id],
    queryFn: () => source.held(plan?.id ?? ''),
    enabled: plan !== null,
  });
  const held = (holders.data ?? []).reduce((sum, one) => sum + one.count, 0);
  const form = useDraftForm<PlanDraft>({
    key: `plan:${plan?.id ?? 'new'}`,
    initial,
    check: (draft) => draftTroubles(draft, was),
    say,
    save: async (draft) => {
      const saved = await send(api, plan, draft);
      await refresh();
      await navigate(`/subscription-plans/edit-plan/${saved.id}`, { replace: true });
    },
  });
  const changes = was === undefined ? 0 : termsChanges(was, termsOfDraft(form.values, was)).length;
  const isDraft = was?.prices.length === 0;
  const sub =
    plan === null ? null : (
      <>
        <PlanState visibility={plan.visibility} draft={isDraft} />{' '}
        <DotLine>
          {say(isDraft ? 'form.draft' : 'form.onSale', { n: plan.version })}
          {held > 0 && say('version.held', { count: held })}
        </DotLine>
      </>
    );
  return (
    <>
      <PageHead title={title} {...(sub !== null && { sub })}>
        {plan !== null && <PlanActs plan={plan} />}
      </PageHead>
      {plan !== null && changes > 0 && <NextVersion plan={plan} changes={changes} held={held} />}
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage
          {...(plan !== null && {
            side: (
              <Suspense>
                <PlanVersions plan={plan} held={holders.data} />
              </Suspense>
            ),
          })}
        >
          <What form={form} plan={plan} />
          <FormSection
            id="limits"
            title={say('form.limits')}
            hint={say(form.values.kind === 'base' ? 'form.limitsHint' : 'form.addsHint')}
          >
            <PlanLimits form={form} was={before} />
          </FormSection>
          <FormSection id="prices" title={say('list.prices')} hint={say('form.pricesHint')}>
            {form.values.kind === 'base' && <PlanSeats form={form} was={before} />}
            <PlanPrices form={form} was={before?.prices ?? []} currencies={currencies} />
          </FormSection>
          <PlanTermsFields form={form} was={before} />
          <Visible form={form} plan={plan} />
        </FormPage>
        <SaveBar
          form={form}
          {...(plan === null && { always: 'always' as const, primary: say('list.add') })}
          {...(changes > 0 && plan !== null && { primary: say('form.publish', { n: plan.version + 1 }) })}
        />
      </form>
    </>
  );
}

const loadWith =
  ({ holders }: PlanFormSlots) =>
  async ({ api, params: { id } }: LoadContext): Promise<EditorProps> => {
    const { plans } = api(plansApi);
    const [plan, onSale, own] = await Promise.all([
      id === undefined ? null : plans.get({ params: { id } }),
      plans.offers({ query: {} }),
      holders(api).currency(),
      id === undefined ? undefined : PlanVersions.preload(),
    ]);
    const first = own ?? onSale.currency ?? 'EUR';
    return { plan, currencies: [first, ...onSale.currencies.filter((one) => one !== first)] };
  };

function Loaded() {
  const { plan, currencies } = useLoaded<ReturnType<typeof loadWith>>();
  return <Editor key={plan === null ? 'new' : `${plan.id} ${plan.revision}`} plan={plan} currencies={currencies} />;
}

/** `/subscription-plans/add-plan` and `/subscription-plans/edit-plan/{id}`. */
export const planFormScreen = (slots: PlanFormSlots): ScreenModule => ({
  load: loadWith(slots),
  Screen: () => (
    <PlanFormSlotsContext value={slots}>
      <Loaded />
    </PlanFormSlotsContext>
  ),
});
