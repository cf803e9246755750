import { Button, TextInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, FormSection, Switches, SwitchRow } from '#kit/ui/form/form-parts.tsx';
import type { AccountDetail } from '../account-views.contract.ts';
import { limitKeys, type LimitKey, limitSwitches, type LimitSwitch } from '../admin.rules.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { type LimitsDraft, NO_LIMIT, type StandardLimits } from './limits-draft.hook.ts';

type Props = ReturnType<DraftForm<LimitsDraft>['input']>;
/** What the section needs of a form that holds more than limits. */
export type LimitsForm = {
  values: LimitsDraft;
  input: (name: LimitKey) => Props;
  check: (name: LimitSwitch) => Props;
  setLimit: (name: LimitKey, value: string) => void;
};
/** `by`: what an empty field follows. */
type LimitsPart = { form: LimitsForm; standard: StandardLimits; by: AccountDetail['limitsBy'] };

/** One limit: a figure, no limit at all, or empty for the plan or the standard. */
function LimitField({ form, standard, by, name }: LimitsPart & { name: LimitKey }) {
  const say = adminText();
  const input = form.input(name);
  const open = form.values[name] === NO_LIMIT;
  const usual = standard[name] ?? null;
  return (
    <TextInput
      size="md"
      {...input}
      value={open ? say('form.unlimited') : form.values[name]}
      readOnly={open}
      label={say(`limits.${name}`)}
      description={say(by === 'plan' ? 'form.byPlan' : 'form.standard', {
        value: usual === null ? say('form.unlimited') : usual,
      })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="numeric"
      autoComplete="off"
      rightSectionWidth={64}
      rightSection={
        <Button
          size="compact-sm"
          variant={open ? 'light' : 'subtle'}
          className={s.none ?? ''}
          aria-pressed={open}
          aria-label={say('form.unlimitedFor', { what: say(`limits.${name}`) })}
          onClick={() => form.setLimit(name, open ? '' : NO_LIMIT)}
        >
          ∞
        </Button>
      }
    />
  );
}

/** What the account may hold, beside what its plan allows or its kind usually holds. */
export function LimitsSection({ form, standard, by }: LimitsPart) {
  const say = adminText();
  return (
    <FormSection id="limits" title={say('form.limits')} hint={say(by === 'plan' ? 'form.planHint' : 'form.limitsHint')}>
      <Fields>
        {limitKeys.map((name) => (
          <LimitField key={name} form={form} standard={standard} by={by} name={name} />
        ))}
      </Fields>
      <div className={s.switches}>
        <Switches>
          {limitSwitches.map((name) => (
            <SwitchRow key={name} {...form.check(name)} label={say(`limits.${name}`)} />
          ))}
        </Switches>
      </div>
    </FormSection>
  );
}
