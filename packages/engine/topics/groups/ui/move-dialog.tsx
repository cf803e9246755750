import { useState } from 'react';
import type { GroupPerson } from '#topics/groups/group-schemas.ts';
import { GroupBoard } from '#topics/groups/ui/group-board.tsx';
import s from '#topics/groups/ui/groups.module.css';
import { useGroupsCommand, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';

type GroupBelonging = { key: string; group: number | null };

/** While groups run each move acts at once, and the people who are moved are called. */
export function MoveDialog({ onClose }: { onClose(): void }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const { run, people } = useMeetingState().topics.groups;
  const [before, setBefore] = useState<readonly (readonly GroupBelonging[])[]>([]);
  if (run === null) return null;
  const dealt = people.filter(({ host }) => !host);
  const inGroup = (id: number | null) => dealt.filter(({ group }) => group === id).map(({ key, name }) => ({ key, name }));
  const groups = run.groups.map(({ id, name }) => ({ name, people: inGroup(id) }));
  const moveAll = (belonging: readonly GroupBelonging[]) => {
    for (const { key, group } of belonging) void send({ do: 'move', person: key, to: group });
  };
  const move = (some: readonly GroupPerson[], at: number | null) => {
    const keys = some.map(({ key }) => key);
    setBefore([...before, dealt.filter(({ key }) => keys.includes(key))]);
    const to = at === null ? null : (run.groups[at]?.id ?? null);
    moveAll(keys.map((key) => ({ key, group: to })));
  };
  const last = before.at(-1);
  const undo = () => {
    if (last === undefined) return;
    moveAll(last);
    setBefore(before.slice(0, -1));
  };
  const rename = (at: number, name: string) => {
    const group = run.groups[at]?.id;
    if (group !== undefined) void send({ do: 'rename', group, name });
  };
  return (
    <Dialog
      size="wide"
      title={text('movePeople')}
      onClose={onClose}
      onUndo={undo}
      actions={
        <>
          <Button data-start look="quiet" disabled={last === undefined} onClick={undo}>
            {text('undo')}
          </Button>
          <Button look="accent" data-safe onClick={onClose}>
            {text('done')}
          </Button>
        </>
      }
    >
      <div className={s.tools} />
      <GroupBoard groups={groups} outside={inGroup(null)} move={move} rename={rename} hint={text('outsideHint')} />
    </Dialog>
  );
}
