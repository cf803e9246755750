import { useTimeText } from '#kit/ui/time.tsx';
import type { DataEndItem } from '#operate/ownership/data-ends.contract.ts';
import { adminText } from './admin-text.hook.ts';

/** How far it is, and on which day comes what is next. */
export function DataEndStage({ stage, on }: Pick<DataEndItem, 'stage' | 'on'>) {
  const say = adminText();
  const when = useTimeText();
  return say(`dataEnd.stage.${stage}`, { when: on === null ? '–' : when(on, 'day') });
}
