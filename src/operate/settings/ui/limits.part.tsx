import { TextInput } from '@mantine/core';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, SaveBar, SwitchRow, Switches } from '#kit/ui/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import { limitOf, typed, usePlatform } from './saved.hook.ts';
import { settingsText } from './settings-text.hook.ts';

/** Limits in the order in which they are shown. */
const names = [
  'rooms',
  'people',
  'peoplePerMeeting',
  'minutesPerMeeting',
  'meetingsAtOnce',
  'peopleAtOnce',
  'callsPerMinute',
  'webhooks',
  'recordingGb',
  'recordingDays',
] as const;
type Name = (typeof names)[number];
type Values = Record<Name, string> & { recordingAllowed: boolean };

/** What a new account may use. */
export function Limits() {
  const say = settingsText();
  const { view, change, saved } = usePlatform();
  const { entitlements } = view.signUp;
  const texts = Object.fromEntries(names.map((name) => [name, typed(entitlements[name])]));
  const form = useDraftForm<Values>({
    key: 'platform-limits',
    // cast: one text for each of the names
    initial: { ...(texts as Record<Name, string>), recordingAllowed: entitlements.recordingAllowed },
    check: (values) =>
      Object.fromEntries(names.flatMap((name) => (/^\d{0,7}$/.test(values[name].trim()) ? [] : [[name, 'not_whole']]))),
    labels: Object.fromEntries(names.map((name) => [name, say(`limits.${name}`)])),
    say,
    save: ({ recordingAllowed, ...rest }) => {
      const numbers = Object.fromEntries(names.map((name) => [name, limitOf(rest[name])]));
      return change({ signUp: { ...view.signUp, entitlements: { ...entitlements, ...numbers, recordingAllowed } } });
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
            <SwitchRow label={say('limits.recordingAllowed')} {...form.check('recordingAllowed')} />
          </Switches>
        </FormSection>
      </FormPage>
      <SaveBar form={form} />
    </form>
  );
}
