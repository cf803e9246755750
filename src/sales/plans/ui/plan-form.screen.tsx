import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useApi } from '#kit/ui/api.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form.tsx';
import { Fields, FormPage, FormSection, Full, RadioList, SaveBar, SwitchRow, Switches } from '#kit/ui/form-parts.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { Time } from '#kit/ui/time.tsx';
import type { PlanView } from '../plans.contract.ts';
import { planKinds, planLimits, termsChanges, visibilities } from '../plans.rules.ts';
import { draftOf, draftTroubles, type PlanDraft, termsOfDraft } from './plan-draft.hook.ts';
import { PlanLimits } from './plan-limits.part.tsx';
import { PlanPrices } from './plan-prices.part.tsx';
import { plansApi, type PlansClient, usePlansRefresh } from './plans-data.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

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

function Versions({ plan }: { plan: PlanView }) {
  const say = plansText();
  return (
    <FormSection id="versions" title={say('form.versions')}>
      <ul className={s.versions}>
        {plan.versions.map((one, at) => {
          const before = plan.versions[at + 1];
          return (
            <li key={one.version}>
              <b>{say('form.version', { n: one.version })}</b> <Time at={one.createdAt} look="day" />
              {before !== undefined && (
                <span className="quiet tiny"> {say('form.changes', { count: termsChanges(before, one).length })}</span>
              )}
            </li>
          );
        })}
      </ul>
    </FormSection>
  );
}

/** Trial or hours, and who sees it. */
function Terms({ form }: { form: DraftForm<PlanDraft> }) {
  const say = plansText();
  const { kind } = form.values;
  return (
    <>
      <FormSection id="terms" title={say('form.terms')}>
        <Fields>
          {kind === 'base' && (
            <TextInput
              size="md"
              {...form.input('trialDays')}
              label={say('form.trialDays')}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
            />
          )}
          {kind === 'pass' && (
            <TextInput size="md" {...form.input('hours')} label={say('form.hours')} inputMode="numeric" dir="ltr" maxLength={4} />
          )}
        </Fields>
      </FormSection>
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
      </FormSection>
    </>
  );
}

function Editor({ plan }: { plan: PlanView | null }) {
  const say = plansText();
  const api = useApi(plansApi);
  const navigate = useNavigate();
  const refresh = usePlansRefresh();
  const before = plan === null ? null : draftOf(plan);
  const title = plan?.name ?? say('list.add');
  usePageTitle(title);
  const form = useDraftForm<PlanDraft>({
    key: `plan:${plan?.id ?? 'new'}`,
    initial: draftOf(plan),
    check: draftTroubles,
    say,
    save: async (draft) => {
      const saved = await send(api, plan, draft);
      await refresh();
      await navigate(`/subscription-plans/edit-plan/${saved.id}`, { replace: true });
    },
  });
  const { kind } = form.values;
  const was = plan?.versions[0];
  const next = was !== undefined && termsChanges(was, termsOfDraft(form.values, was)).length > 0;
  return (
    <>
      <PageHead title={title} sub={plan !== null && say('form.onSale', { n: plan.version })} />
      <form method="post" onSubmit={form.submit} noValidate>
        <FormPage>
          <FormSection id="what" title={say('form.what')}>
            <Fields>
              <TextInput size="md" {...form.input('name')} label={say('list.name')} maxLength={planLimits.name} dir="auto" />
              <TextInput
                size="md"
                {...form.input('code')}
                label={say('form.code')}
                maxLength={planLimits.code}
                dir="ltr"
                disabled={plan !== null}
              />
              <Full>
                <TextInput
                  size="md"
                  {...form.input('summary')}
                  label={say('form.summary')}
                  maxLength={planLimits.summary}
                  dir="auto"
                />
              </Full>
            </Fields>
            {plan === null && (
              <RadioList
                label={say('list.kind')}
                value={kind}
                onChange={(value) => form.set('kind', value)}
                options={planKinds.map((value) => ({ value, title: say(`kind.${value}`) }))}
              />
            )}
          </FormSection>
          <FormSection id="limits" title={say('form.limits')} hint={say('form.limitsHint')}>
            <PlanLimits form={form} was={before?.limits ?? null} />
          </FormSection>
          <FormSection id="prices" title={say('list.prices')} hint={say('form.pricesHint')}>
            <PlanPrices form={form} was={before?.prices ?? []} />
            <Switches>
              <SwitchRow {...form.check('inclusive')} label={say('form.inclusive')} />
            </Switches>
          </FormSection>
          <Terms form={form} />
          {plan !== null && <Versions plan={plan} />}
        </FormPage>
        <SaveBar
          form={form}
          {...(plan === null && { always: 'always' as const, primary: say('list.add') })}
          {...(next && plan !== null && { primary: say('form.publish', { n: plan.version + 1 }) })}
        />
      </form>
    </>
  );
}

/** `/subscription-plans/add-plan` and `/subscription-plans/edit-plan/{id}`. */
export function Screen() {
  const { plan } = useLoaded<typeof load>();
  return <Editor key={plan === null ? 'new' : `${plan.id} ${plan.revision}`} plan={plan} />;
}

export const load = async ({ api, params }: LoadContext): Promise<{ plan: PlanView | null }> => {
  const { id } = params;
  return { plan: id === undefined ? null : await api(plansApi).plans.get({ params: { id } }) };
};
