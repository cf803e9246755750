import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { type EnforcedLimit, limitTrouble } from '../limits.rules.ts';
import { limitGroups, numbers, type PlanDraft, responseKey, switches } from './plan-draft.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

type LimitsProps = { form: DraftForm<PlanDraft>; was: PlanDraft | null };
type RowProps = LimitsProps & { limit: EnforcedLimit };

function NumberField({ form, was, limit: { key }, limit }: RowProps) {
  const say = plansText();
  const { limits, kind } = form.values;
  const text = limits[key] ?? '';
  const before = was?.limits[key];
  const none = say(kind !== 'base' ? 'form.nothingAdded' : key === responseKey ? 'form.noPromise' : 'form.noLimit');
  const wrong = text.trim() !== '' && limitTrouble(limit, /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1) !== null;
  return (
    <TextInput
      size="md"
      label={say(`limit.${key}`)}
      placeholder={none}
      value={text}
      onChange={(event) => form.set('limits', { ...limits, [key]: event.currentTarget.value })}
      error={wrong && say('fieldErrors.limit_range')}
      {...(before !== undefined &&
        before !== text && {
          description: say('form.was', { value: before === '' ? none : before }),
          className: s.changed,
        })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      dir="ltr"
      maxLength={7}
      autoComplete="off"
    />
  );
}

function LimitSwitch({ form, was, limit: { key } }: RowProps) {
  const say = plansText();
  const { included } = form.values;
  const on = included[key] === true;
  const before = was?.included[key];
  const changed = before !== undefined && before !== on;
  return (
    <SwitchRow
      id={`field-${key}`}
      name={key}
      checked={on}
      onChange={(event: ChangeEvent<HTMLInputElement>) =>
        form.set('included', { ...included, [key]: event.currentTarget.checked })
      }
      label={say(`limit.${key}`)}
      {...(changed && { hint: say('form.was', { value: say(before ? 'compare.yes' : 'compare.no') }) })}
    />
  );
}

const groups = limitGroups.map(({ group, keys }) => {
  const inGroup = (limits: readonly EnforcedLimit[]) => keys.flatMap((key) => limits.filter((limit) => limit.key === key));
  return { group, first: keys[0], numbers: inGroup(numbers), switches: inGroup(switches) };
});

/** The limits that the product keeps, by group, each with what it was in the version on sale. */
export function PlanLimits({ form, was }: LimitsProps) {
  const say = plansText();
  return (
    <>
      {groups.map((of) => {
        const fields = of.numbers.length > 0 && (
          <Fields key="numbers">
            {of.numbers.map((limit) => (
              <NumberField key={limit.key} {...{ form, was, limit }} />
            ))}
          </Fields>
        );
        const rows = of.switches.length > 0 && (
          <Switches key="switches">
            {of.switches.map((limit) => (
              <LimitSwitch key={limit.key} {...{ form, was, limit }} />
            ))}
          </Switches>
        );
        return (
          <fieldset key={of.group} className={s.limitGroup}>
            <legend>{say(`limitGroup.${of.group}`)}</legend>
            {of.switches.some(({ key }) => key === of.first) ? [rows, fields] : [fields, rows]}
          </fieldset>
        );
      })}
      {form.errors['included'] && (
        <div role="alert" className={s.problem}>
          {form.errors['included']}
        </div>
      )}
    </>
  );
}
