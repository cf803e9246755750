import { NativeSelect, TextInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { seatKeys } from '../limits.rules.ts';
import type { PlanDraft } from './plan-draft.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

type Props = { form: DraftForm<PlanDraft>; was: PlanDraft | null };
type Field = 'trialDays' | 'hours' | 'seatMost' | 'retries' | 'reminders' | 'restrict' | 'cancel';

/** A field of figures that says what it was. */
function Figure({ form, was, field, most = 7 }: Props & { field: Field; most?: number }) {
  const say = plansText();
  const before = was?.[field];
  return (
    <TextInput
      size="md"
      {...form.input(field)}
      label={say(`form.${field}`)}
      {...(before !== undefined &&
        before !== form.values[field] && {
          description: say('form.was', { value: before === '' ? '–' : before }),
          className: s.changed,
        })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode={most > 7 ? 'text' : 'numeric'}
      dir="ltr"
      maxLength={most}
      autoComplete="off"
    />
  );
}

/** What can be had in a larger number than the plan says, and how many. */
export function PlanSeats({ form, was }: Props) {
  const say = plansText();
  return (
    <Fields>
      <NativeSelect
        size="md"
        {...form.input('seatKey')}
        label={say('form.seatKey')}
        data={[{ value: '', label: say('form.noSeats') }, ...seatKeys.map((value) => ({ value, label: say(`limit.${value}`) }))]}
      />
      {form.values.seatKey !== '' && <Figure form={form} was={was} field="seatMost" />}
    </Fields>
  );
}

/** Trial or hours, and what happens when nobody pays. */
export function PlanTermsFields({ form, was }: Props) {
  const say = plansText();
  const { kind, ownDunning } = form.values;
  return (
    <FormSection id="terms" title={say('form.terms')}>
      <Fields>
        {kind === 'base' && <Figure form={form} was={was} field="trialDays" most={3} />}
        {kind === 'pass' && <Figure form={form} was={was} field="hours" most={4} />}
      </Fields>
      <Switches>
        {kind === 'base' && (
          <SwitchRow
            {...form.check('trialNeedsMethod')}
            label={say('form.trialNeedsMethod')}
            hint={say('form.trialNeedsMethodHint')}
          />
        )}
        {kind !== 'pass' && (
          <SwitchRow {...form.check('ownDunning')} label={say('form.ownDunning')} hint={say('form.ownDunningHint')} />
        )}
      </Switches>
      {kind !== 'pass' && ownDunning && (
        <Fields>
          <Figure form={form} was={was} field="retries" most={40} />
          <Figure form={form} was={was} field="reminders" most={40} />
          <Figure form={form} was={was} field="restrict" most={3} />
          <Figure form={form} was={was} field="cancel" most={3} />
        </Fields>
      )}
    </FormSection>
  );
}
