import { Suspense, useEffect, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { AddTaskProps } from '../add-task-button.part.tsx';

const AddTaskButton = loadable(async () => (await import('../add-task-button.part.tsx')).AddTaskButton);

/** "Add task" on the page of a thing; it comes after the page is there, for those who have boards. */
function AddTask(props: AddTaskProps) {
  const { can, user } = useAuth();
  const [state, setState] = useState<'first' | 'there'>('first');
  useEffect(() => setState('there'), []);
  // who acts in somebody's name sees nothing of what is planned
  if (state === 'first' || !can('tasks.use') || user?.acting !== undefined) return null;
  return (
    <Suspense>
      <AddTaskButton {...props} />
    </Suspense>
  );
}

export const MeetingTasks = ({ meeting: { id, name } }: { meeting: { id: string; name: string } }) => (
  <AddTask kind="meeting" id={id} title={name} />
);
export const TicketTasks = ({ ticket: { id, subject } }: { ticket: { id: string; subject: string } }) => (
  <AddTask kind="ticket" id={id} title={subject} />
);
type RecordingTasksProps = { recording: { id: string; name: string }; second: () => number | null };
export const RecordingTasks = ({ recording: { id, name }, second }: RecordingTasksProps) => (
  <AddTask kind="recording" id={id} title={name} second={second} />
);
