import { useTimeText } from '#kit/ui/time.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import type { ChangedField } from './change.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';

/** One field of a recording and its value, in words. */
export function useConflictWords(): (field: ChangedField, item: RecordingItem) => { subject: string; value: string } {
  const say = recordingsText();
  const time = useTimeText();
  return (field, item) => {
    if (field === 'name') return { subject: say('change.name'), value: item.name };
    if (field === 'visibility') return { subject: say('list.who'), value: say(`who.${item.visibility}`) };
    if (field === 'protect') return { subject: say('change.protect'), value: say(item.protect ? 'conflict.on' : 'conflict.off') };
    const value = item.keepUntil === null ? say('list.forever') : time(item.keepUntil, 'day');
    return { subject: say('list.keep'), value };
  };
}
