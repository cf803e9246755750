import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { TaskSource } from '../../tasks.rules.ts';
import { addTaskText } from './add-task-text.hook.ts';

const AddTaskDialog = loadable(async () => (await import('../add-task-dialog.part.tsx')).AddTaskDialog);

type AddTaskProps = {
  kind: TaskSource;
  id: string;
  /** Words that the card begins with. */
  title: string;
  /** Of a recording: where its player stands. */
  second?: () => number | null;
};
/** Makes a card of what the page shows; the window comes when it is asked for. */
export function AddTask({ kind, id, title, second }: AddTaskProps) {
  const say = addTaskText();
  const toast = useToast();
  const { can, user } = useAuth();
  const [source, setSource] = useState<{ kind: TaskSource; id: string; second: number | null } | null>(null);
  // who acts in somebody's name sees nothing of what is planned
  if (!can('tasks.use') || user?.acting !== undefined) return null;
  const close = () => setSource(null);
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
            onClose={close}
            onAdded={({ list }) => {
              close();
              toast({ text: say('add.done', { list }) });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
