import { DateField } from '#kit/ui/date-field/date-field.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { startDays } from '../start.rules.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import type { useChoice } from './purchase-data.hook.ts';

/** The day on which the plan begins: today, or one to come. */
export function StartDay({ choice, choose }: Pick<ReturnType<typeof useChoice>, 'choice' | 'choose'>) {
  const say = billingText();
  const { now, zone } = useReader();
  const { from, until } = startDays(now, zone);
  const pick = (day: string) => choose({ start: day === from ? null : day });
  return (
    <DateField
      label={say('purchase.start.label')}
      description={say('purchase.start.hint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      min={from}
      max={until}
      value={choice.start === '' ? from : choice.start}
      onChange={pick}
    />
  );
}
