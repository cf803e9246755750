import { TextInput } from '@mantine/core';
import { platformLimits } from '#core/platform/platform.rules.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, SaveBar, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { limitKeys as names, type LimitKey, limitSwitches as switches, type LimitSwitch } from '#operate/admin/admin.rules.ts';
import { limitOf, typed, usePlatform } from './saved.hook.ts';
import { settingsText } from './settings-text.hook.ts';

type LimitValues = Record<LimitKey, string> & Record<LimitSwitch, boolean> & { endedDays: string };

const { min, max } = platformLimits.endedDays;
/** Empty: for ever. */
const isKeeping = (text: string): boolean =>
  text === '' || (/^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max);

/** What a new account may use, and how long the data are kept of one whose plan ended unpaid. */
export function Limits() {
  const say = settingsText();
  const { view, change, saved } = usePlatform();
  const { entitlements } = view.signUp;
  const texts = Object.fromEntries(names.map((name) => [name, typed(entitlements[name])]));
  const form = useDraftForm<LimitValues>({
    key: 'platform-limits',
    initial: {
      // cast: one text for each of the names
      ...(texts as Record<LimitKey, string>),
      recordingAllowed: entitlements.recordingAllowed,
      minutesBeyond: entitlements.minutesBeyond,
      apiAllowed: entitlements.apiAllowed,
      branding: entitlements.branding,
      customSlug: entitlements.customSlug,
      customDomain: entitlements.customDomain,
      removeFooter: entitlements.removeFooter,
      prioritySupport: entitlements.prioritySupport,
      ltiAllowed: entitlements.ltiAllowed,
      endedDays: typed(view.endedData.days === 0 ? null : view.endedData.days),
    },
    check: (values) => ({
      ...Object.fromEntries(names.flatMap((name) => (/^\d{0,7}$/.test(values[name].trim()) ? [] : [[name, 'not_whole']]))),
      ...(isKeeping(values.endedDays.trim()) ? {} : { endedDays: 'not_days' }),
    }),
    labels: {
      ...Object.fromEntries([...names, ...switches].map((name) => [name, say(`limits.${name}`)])),
      endedDays: say('limits.endedDays'),
    },
    say,
    save: (values) => {
      const numbers = Object.fromEntries(names.map((name) => [name, limitOf(values[name])]));
      const given = Object.fromEntries(switches.map((name) => [name, values[name]]));
      const days = limitOf(values.endedDays) ?? 0;
      return change({
        signUp: { ...view.signUp, entitlements: { ...entitlements, ...numbers, ...given } },
        ...(days === view.endedData.days ? {} : { endedData: { ...view.endedData, days } }),
      });
    },
  });
  return (
    <form method="post" onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      {saved && form.changes.length === 0 && <Banner hue="blue">{say('saved')}</Banner>}
      <FormPage>
        <FormSection id="limits" title={say('limits.title')} hint={say('limits.hint')}>
          <Fields>
            {names.map((name) => (
              <TextInput
                key={name}
                size="md"
                dir="ltr"
                inputMode="numeric"
                autoComplete="off"
                placeholder={say('limits.none')}
                label={say(`limits.${name}`)}
                {...form.input(name)}
              />
            ))}
          </Fields>
          <Switches>
            {switches.map((name) => (
              <SwitchRow key={name} label={say(`limits.${name}`)} {...form.check(name)} />
            ))}
          </Switches>
        </FormSection>
        <FormSection id="ended" title={say('limits.endedTitle')} hint={say('limits.endedHint', { first: 30, last: 7 })}>
          <Fields>
            <TextInput
              size="md"
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              placeholder={say('limits.endedNever')}
              label={say('limits.endedDays')}
              {...form.input('endedDays')}
            />
          </Fields>
        </FormSection>
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}
