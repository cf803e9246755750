import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields, SwitchRow, Switches } from '#kit/ui/form/form-parts.tsx';
import { limitTrouble } from '../limits.rules.ts';
import { numbers, type PlanDraft, switches } from './plan-draft.hook.ts';
import { plansText } from './plans-text.hook.ts';
import s from './plans.module.css';

/** The limits that the product keeps, each with what it was in the version on sale. */
export function PlanLimits({ form, was }: { form: DraftForm<PlanDraft>; was: PlanDraft | null }) {
  const say = plansText();
  const { included, limits, kind } = form.values;
  return (
    <>
      <Fields>
        {numbers.map((limit) => {
          const text = limits[limit.key] ?? '';
          const before = was?.limits[limit.key];
          const none = say(kind === 'base' ? 'form.noLimit' : 'form.nothingAdded');
          const wrong = text.trim() !== '' && limitTrouble(limit, /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1) !== null;
          return (
            <TextInput
              key={limit.key}
              size="md"
              label={say(`limit.${limit.key}`)}
              placeholder={none}
              value={text}
              onChange={(event) => form.set('limits', { ...limits, [limit.key]: event.currentTarget.value })}
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
        })}
      </Fields>
      <Switches>
        {switches.map(({ key }) => {
          const on = included[key] === true;
          const before = was?.included[key];
          const changed = before !== undefined && before !== on;
          return (
            <SwitchRow
              key={key}
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
        })}
      </Switches>
    </>
  );
}
