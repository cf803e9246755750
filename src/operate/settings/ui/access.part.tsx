import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { botChecks, isDomain, isTagManagerId, signUpPolicies } from '#core/platform/platform.rules.ts';
import { instantLimits } from '#meet/meetings/meetings.rules.ts';
import { accountsForInvoices } from '#operate/admin/ui/blocks/accounts-for-invoices.hook.ts';
import { AccountField } from '#sales/billing/ui/blocks/account-field.part.tsx';
import { type AccountFound, InvoiceSlotsContext } from '#sales/billing/ui/blocks/invoice-slots.hook.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, Full, SaveBar, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { FixedNote, fixedProps } from './fixed.part.tsx';
import { limitOf, typed, usePlatform } from './saved.hook.ts';
import { settingsText } from './settings-text.hook.ts';

const domainsOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');

type AccessValues = {
  policy: (typeof signUpPolicies)[number];
  domains: string;
  perDay: string;
  refuseDisposable: boolean;
  kind: (typeof botChecks)[number];
  siteKey: string;
  secret: string;
  tagManagerId: string;
  recordings: boolean;
  guests: boolean;
  social: boolean;
  instantAccount: AccountFound | null;
};

function trouble(values: AccessValues, secret: 'kept' | 'none'): Partial<Record<keyof AccessValues, string>> {
  const own = values.kind === 'recaptcha';
  return {
    ...(values.policy === 'domain' && domainsOf(values.domains).length === 0 && { domains: 'required' }),
    ...(domainsOf(values.domains).every(isDomain) ? {} : { domains: 'bad_domain' }),
    ...(/^\d{0,6}$/.test(values.perDay.trim()) ? {} : { perDay: 'not_whole' }),
    ...(own && values.siteKey.trim() === '' && { siteKey: 'required' }),
    ...(own && values.secret === '' && secret === 'none' && { secret: 'required' }),
    ...(isTagManagerId(values.tagManagerId.trim()) ? {} : { tagManagerId: 'bad_tag' }),
  };
}

/** Who comes in and what is on. Only parts that were changed are sent: a proof is asked for the bot check alone. */
function useAccess() {
  const say = settingsText();
  const platform = usePlatform();
  const { view, change } = platform;
  const proof = useProof();
  const { signUp, botCheck, analytics, features } = view;
  const initial: AccessValues = {
    policy: signUp.policy,
    domains: signUp.domains.join(', '),
    perDay: typed(signUp.perDay),
    refuseDisposable: signUp.refuseDisposable,
    kind: botCheck.kind,
    siteKey: botCheck.siteKey,
    secret: '',
    tagManagerId: analytics.tagManagerId,
    recordings: features.recordings,
    guests: features.guests,
    social: features.social,
    instantAccount: features.instantAccount,
  };
  const form = useDraftForm<AccessValues>({
    key: null,
    initial,
    check: (values) => trouble(values, botCheck.hasSecret ? 'kept' : 'none'),
    say,
    save: async (now) => {
      const differs = (...names: (keyof AccessValues)[]) => names.some((name) => now[name] !== initial[name]);
      const body = {
        ...(differs('policy', 'domains', 'perDay', 'refuseDisposable') && {
          signUp: {
            ...signUp,
            policy: now.policy,
            domains: domainsOf(now.domains),
            perDay: limitOf(now.perDay),
            refuseDisposable: now.refuseDisposable,
          },
        }),
        ...(differs('kind', 'siteKey', 'secret') && {
          botCheck: {
            kind: now.kind,
            siteKey: now.siteKey.trim(),
            version: botCheck.version,
            ...(now.secret === '' ? {} : { secret: now.secret }),
          },
        }),
        ...(differs('tagManagerId') && { analytics: { tagManagerId: now.tagManagerId.trim(), version: analytics.version } }),
        ...(differs('recordings', 'guests', 'social', 'instantAccount') && {
          features: {
            ...{ recordings: now.recordings, guests: now.guests, social: now.social, version: features.version },
            instantAccountId: now.instantAccount?.id ?? null,
          },
        }),
      };
      await proof.run(say('access.proof'), () => change(body));
    },
  });
  return { ...platform, form, dialog: proof.dialog };
}

export function AccessSettings() {
  const say = settingsText();
  const { view, fixed, saved, form, dialog } = useAccess();
  const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];
  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {saved && form.changes.length === 0 && <Banner hue="blue">{say('saved')}</Banner>}
        <FormPage>
          <FormSection id="sign-up" title={say('access.signUp')}>
            <Fields>
              <NativeSelect
                size="md"
                label={say('access.policy')}
                data={signUpPolicies.map((value) => ({ value, label: say(`access.policies.${value}`) }))}
                inputWrapperOrder={order}
                {...fixedProps(fixed('signUp.policy'))}
                {...form.input('policy')}
              />
              <TextInput
                size="md"
                dir="ltr"
                inputMode="numeric"
                label={say('access.perDay')}
                inputWrapperOrder={order}
                description={say('access.perDayHint')}
                {...form.input('perDay')}
              />
              {form.values.policy === 'domain' && (
                <Full>
                  <TextInput
                    size="md"
                    dir="ltr"
                    label={say('access.domains')}
                    inputWrapperOrder={order}
                    {...fixedProps(fixed('signUp.domains'), say('access.domainsHint'))}
                    {...form.input('domains')}
                  />
                </Full>
              )}
            </Fields>
            <Switches>
              <SwitchRow
                {...form.check('refuseDisposable')}
                label={say('access.refuseDisposable')}
                hint={say('access.refuseDisposableHint')}
              />
            </Switches>
          </FormSection>
          <BotCheck form={form} fixed={fixed('botCheck.kind')} secret={view.botCheck.hasSecret ? 'kept' : 'none'} />
          <FormSection id="features" title={say('access.features')}>
            <Switches>
              <SwitchRow label={say('access.recordings')} hint={say('access.recordingsHint')} {...form.check('recordings')} />
              <SwitchRow label={say('access.guests')} hint={say('access.guestsHint')} {...form.check('guests')} />
              <SwitchRow label={say('access.social')} hint={say('access.socialHint')} {...form.check('social')} />
            </Switches>
          </FormSection>
          <InstantMeetings form={form} />
          <FormSection id="analytics" title={say('access.analytics')} hint={say('access.analyticsHint')}>
            <Fields>
              <TextInput
                size="md"
                dir="ltr"
                label={say('access.tag')}
                placeholder="GTM-…"
                inputWrapperOrder={order}
                {...fixedProps(fixed('analytics.tagManagerId'))}
                {...form.input('tagManagerId')}
              />
            </Fields>
          </FormSection>
        </FormPage>
        <SaveBar form={form} />
      </form>
      {dialog}
    </>
  );
}

const slots = { accounts: accountsForInvoices };
/** Off until an account is chosen; "other account" takes it away again. */
function InstantMeetings({ form }: { form: DraftForm<AccessValues> }) {
  const say = settingsText();
  const hint = say('access.instantHint', { minutes: instantLimits.minutes, people: instantLimits.people });
  return (
    <FormSection id="instant" title={say('access.instant')} hint={hint}>
      <InvoiceSlotsContext.Provider value={slots}>
        <AccountField
          chosen={form.values.instantAccount}
          onChoose={(account) => form.set('instantAccount', account)}
          error={null}
        />
      </InvoiceSlotsContext.Provider>
    </FormSection>
  );
}

type BotProps = { form: DraftForm<AccessValues>; fixed: string | null; secret: 'kept' | 'none' };
function BotCheck({ form, fixed, secret }: BotProps) {
  const say = settingsText();
  return (
    <FormSection
      id="bot-check"
      title={say('access.bots')}
      hint={fixed === null ? say('access.botsHint') : <FixedNote variable={fixed} />}
    >
      <Fields>
        <NativeSelect
          size="md"
          label={say('access.botCheck')}
          disabled={fixed !== null}
          data={botChecks.map((value) => ({ value, label: say(`access.botChecks.${value}`) }))}
          {...form.input('kind')}
        />
        {form.values.kind === 'recaptcha' && (
          <>
            <TextInput size="md" dir="ltr" label={say('access.siteKey')} disabled={fixed !== null} {...form.input('siteKey')} />
            {fixed === null && (
              <PasswordInput
                size="md"
                dir="ltr"
                label={say('access.secret')}
                autoComplete="new-password"
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                description={say(secret === 'kept' ? 'keptSecret' : 'noSecret')}
                {...form.input('secret')}
              />
            )}
          </>
        )}
      </Fields>
    </FormSection>
  );
}
