import { TextInput } from '@mantine/core';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { Fields } from '#kit/ui/form/form-parts.tsx';
import { type Grant, poolKeys } from '../vendors.rules.ts';
import type { FigureDraft } from './pool-draft.hook.ts';
import { vendorsText } from './vendors-text.hook.ts';

/** The figures of a pool or of one customer; `given` tells under each what was given away. */
export function FigureFields<V extends FigureDraft>({ form, given }: { form: DraftForm<V>; given?: Grant }) {
  const say = vendorsText();
  return (
    <Fields>
      {poolKeys.map((key) => (
        <TextInput
          key={key}
          size="md"
          {...form.input(key)}
          label={say(`part.${key}`)}
          {...(given !== undefined && { description: say('form.given', { count: given[key] }) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={7}
        />
      ))}
    </Fields>
  );
}
