import { useTimeText } from '#kit/ui/time.tsx';
import type { TicketEntry } from '../tickets-views.contract.ts';
import { ticketsText } from './tickets-text.hook.ts';

type StepEntry = Extract<TicketEntry, { kind: 'step' }>;

/** What happened, in a sentence; what happens by itself has a sentence without a name. */
export function useStepWords(): (entry: Pick<StepEntry, 'step' | 'by' | 'value'>) => string {
  const say = ticketsText();
  const time = useTimeText();
  const shownValue = (value: string): string => (/^\d{13}$/.test(value) ? time(Number(value), 'full') : `\u2068${value}\u2069`);
  return ({ step, by, value }) => {
    // a value is a name, a moment, or a word of a closed list
    const word = value === null ? '' : (say.maybe(`category.${value}`) ?? say.maybe(`priority.${value}`) ?? shownValue(value));
    const values = { by: by === null ? '' : `\u2068${by}\u2069`, value: word };
    const own = by === null ? null : say.maybe(`steps.${step}`, values);
    return own ?? say.maybe(`stepsAlone.${step}`, values) ?? step;
  };
}
