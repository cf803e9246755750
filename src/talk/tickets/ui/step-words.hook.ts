import { useTimeText } from '#kit/ui/time.tsx';
import type { TicketEntry } from '../tickets-views.contract.ts';
import { ticketsText } from './tickets-text.hook.ts';

type StepEntry = Extract<TicketEntry, { kind: 'step' }>;

/** What happened, in a sentence. A step that this version does not know is named by its word. */
export function useStepWords(): (entry: Pick<StepEntry, 'step' | 'by' | 'value'>) => string {
  const say = ticketsText();
  const time = useTimeText();
  // a value is a name, a moment, or a word of a closed list
  const valueOf = ({ step, value }: Pick<StepEntry, 'step' | 'value'>): string => {
    if (value === null) return '';
    if (step === 'hold') return time(Number(value), 'full');
    return say.maybe(`${step}.${value}`) ?? value;
  };
  return ({ step, by, value }) => {
    const isolated = by === null ? '' : `\u2068${by}\u2069`;
    return (
      say.maybe(`${by === null ? 'stepsAlone' : 'steps'}.${step}`, { by: isolated, value: valueOf({ step, value }) }) ??
      say('steps.other', { by: isolated, step })
    );
  };
}
