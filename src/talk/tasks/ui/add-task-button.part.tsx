import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { TaskSource } from '../tasks.rules.ts';
import { addTaskText } from './blocks/add-task-text.hook.ts';
import type { TaskOrigin } from './tasks-data.hook.ts';

const AddTaskDialog = loadable(async () => (await import('./add-task-dialog.part.tsx')).AddTaskDialog);

export type AddTaskProps = {
  kind: TaskSource;
  id: string;
  /** Words that the card begins with. */
  title: string;
  /** Of a recording: where its player stands. */
  second?: () => number | null;
};
/** Makes a card of what the page shows; the window comes when it is asked for. */
export function AddTaskButton({ kind, id, title, second }: AddTaskProps) {
  const say = addTaskText();
  const toast = useToast();
  const [source, setSource] = useState<TaskOrigin | null>(null);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconChecklist size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setSource({ kind, id, second: second?.() ?? null })}
      >
        {say('add.button')}
      </Button>
      <Suspense>
        {source !== null && (
          <AddTaskDialog
            {...{ source, title }}
            onClose={() => setSource(null)}
            onAdded={({ list }) => {
              setSource(null);
              toast({ text: say('add.done', { list }) });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
