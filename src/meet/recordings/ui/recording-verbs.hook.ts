import { IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import type { RecordingVisibility } from '../recordings.rules.ts';
import { recordingsApi } from './recordings-api.hook.ts';
import { useRecordingsRefresh } from './recordings-data.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';

export type RecordingVerb = 'publish' | 'unpublish' | 'remove' | 'restore';
const opposite = { publish: 'unpublish', unpublish: 'publish', remove: 'restore', restore: 'remove' } as const;
const icons = { publish: IconEye, unpublish: IconEyeOff, remove: IconTrash, restore: IconEye } as const;

/** What can be done with one or several recordings. What can be undone offers it; what is final asks first. */
export function useRecordingVerbs() {
  const say = recordingsText();
  const api = useApi(recordingsApi);
  const ask = useAsk();
  const toast = useToast();
  const refresh = useRecordingsRefresh();
  const run = async (verb: RecordingVerb, ids: readonly string[]): Promise<void> => {
    const { changed, skipped } = await api.recordings[verb]({ body: { ids: [...ids] } });
    await refresh();
    const left = new Set(skipped.map((one) => one.id));
    const done = ids.filter((id) => !left.has(id));
    const undo = async () => {
      await api.recordings[opposite[verb]]({ body: { ids: done } });
      await refresh();
    };
    toast({
      icon: icons[verb],
      text: say(`done.${verb}`, { count: changed, skipped: skipped.length }),
      ...(done.length > 0 && { undo }),
    });
  };
  const destroy = async (items: readonly RecordingItem[]): Promise<void> => {
    const sure = await ask({
      title: say('destroy.title', { count: items.length }),
      lead: say('destroy.lead'),
      verb: say('destroy.verb'),
      safe: say('destroy.safe'),
    });
    if (!sure) return;
    await api.recordings.destroy({ body: { ids: items.map((one) => one.id) } });
    await refresh();
  };
  const change = async (
    item: Pick<RecordingItem, 'id' | 'revision'>,
    what: { name?: string; visibility?: RecordingVisibility; protect?: boolean; keepUntil?: number | null },
  ): Promise<void> => {
    await api.recordings.edit({ params: { id: item.id }, body: { revision: item.revision, ...what } });
    await refresh();
  };
  const retry = async (id: string): Promise<void> => {
    await api.recordings.retry({ params: { id } });
    await refresh();
  };
  return { run, destroy, change, retry };
}
