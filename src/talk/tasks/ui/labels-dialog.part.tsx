import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { BoardLabel } from '../tasks-views.contract.ts';
import { labelHues, taskLimits } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import s from './task-board.module.css';
import { tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** `randomUUID` is only there on safe origins, and a house may run on its own network without one. */
const newLabelId = (): string => {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Labels of the board with their colours. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const say = tasksText();
  const { view, act, trouble } = useBoard();
  const { tasks } = useApi(tasksApi);
  const [labels, setLabels] = useState<readonly BoardLabel[]>(view.board.labels);
  const put = (id: string, change: Partial<BoardLabel>) =>
    setLabels(labels.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const save = async () => {
    const named = labels.filter(({ name }) => name.trim() !== '');
    if (await act(() => tasks.changeBoard({ params: { id: view.board.id }, body: { labels: named } }))) onClose();
  };
  return (
    <Dialog title={say('labels.title')} width={520} onClose={onClose}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ul className={s.rows}>
          {labels.map(({ id, name, hue }) => (
            <li key={id}>
              <TextInput
                className="grow"
                aria-label={say('labels.name')}
                value={name}
                maxLength={taskLimits.label}
                onChange={({ currentTarget }) => put(id, { name: currentTarget.value })}
              />
              <NativeSelect
                aria-label={say('labels.hueOf', { name })}
                value={hue}
                onChange={({ currentTarget }) => put(id, { hue: labelHues.find((one) => one === currentTarget.value) ?? 'grey' })}
                data={labelHues.map((value) => ({ value, label: say(`labels.hue.${value}`) }))}
              />
              <IconButton
                aria-label={say('labels.remove', { name })}
                onClick={() => setLabels(labels.filter((one) => one.id !== id))}
              >
                <IconX size={16} stroke={1.75} />
              </IconButton>
            </li>
          ))}
        </ul>
        {labels.length < taskLimits.labels && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() =>
              setLabels([...labels, { id: newLabelId(), name: '', hue: labelHues[labels.length % labelHues.length] ?? 'grey' }])
            }
          >
            {say('labels.add')}
          </Button>
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('dialog.cancel')}
          </Button>
          <Button size="md" type="submit" variant="filled">
            {say('dialog.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
