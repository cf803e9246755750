import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Face } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import type { BoardPerson } from '../tasks-views.contract.ts';
import { type BoardRole, boardRoles, boardShares, shareRoles } from '../tasks.rules.ts';
import { useBoard } from './board.hook.ts';
import s from './task-board.module.css';
import { area, tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

/** Who sees the board: its members alone, or everybody of the account. */
function ShareFields() {
  const say = tasksText();
  const { view, act } = useBoard();
  const { tasks } = useApi(tasksApi);
  const { id, share, shareRole } = view.board;
  const change = (body: { share?: (typeof boardShares)[number]; shareRole?: (typeof shareRoles)[number] }) =>
    void act(() => tasks.changeBoard({ params: { id }, body }));
  return (
    <div className={s.pair}>
      <NativeSelect
        label={say('members.share')}
        value={share}
        onChange={({ currentTarget }) => change({ share: boardShares.find((one) => one === currentTarget.value) ?? 'members' })}
        data={boardShares.map((value) => ({ value, label: say(`members.shares.${value}`) }))}
      />
      {share === 'account' && (
        <NativeSelect
          label={say('members.shareRole')}
          value={shareRole}
          onChange={({ currentTarget }) =>
            change({ shareRole: shareRoles.find((one) => one === currentTarget.value) ?? 'viewer' })
          }
          data={shareRoles.map((value) => ({ value, label: say(`role.${value}`) }))}
        />
      )}
    </div>
  );
}

type MemberRowProps = {
  person: BoardPerson;
  mine: boolean;
  onRole: ((role: BoardRole) => void) | null;
  onRemove: (() => void) | null;
};
function MemberRow({ person: { name, role }, mine, onRole, onRemove }: MemberRowProps) {
  const say = tasksText();
  return (
    <li>
      <Face name={name} size={28} />
      <span className="grow cut">
        <bdi>{name}</bdi>
        {mine && <span className="quiet"> {say('members.you')}</span>}
      </span>
      {onRole === null ? (
        <span className="small soft">{role !== null && say(`role.${role}`)}</span>
      ) : (
        <NativeSelect
          aria-label={say('members.roleOf', { name })}
          value={role ?? 'viewer'}
          onChange={({ currentTarget }) => onRole(boardRoles.find((one) => one === currentTarget.value) ?? 'viewer')}
          data={boardRoles.toReversed().map((value) => ({ value, label: say(`role.${value}`) }))}
        />
      )}
      {onRemove !== null && (
        <IconButton aria-label={mine ? say('members.leave') : say('members.remove', { name })} onClick={onRemove}>
          <IconX size={16} stroke={1.75} />
        </IconButton>
      )}
    </li>
  );
}

/** People of the board with their roles; its owners change them, everybody may leave. */
export function MembersDialog({ onClose }: { onClose: () => void }) {
  const say = tasksText();
  const { user } = useAuth();
  const queries = useQueryClient();
  const client = useApi(tasksApi);
  const { view, act, trouble } = useBoard();
  const { id, rights, share } = view.board;
  const people = view.people.filter(({ role }) => role !== null);
  const { tasks } = client;
  const setRole = (userId: string, role: BoardRole) => act(() => tasks.setMember({ params: { id, userId }, body: { role } }));
  const addAll = async (userIds: readonly string[]) => {
    for (const userId of userIds) await setRole(userId, 'editor');
  };
  const remove = async (userId: string) => {
    const leaves = userId === user?.id;
    await act(() => tasks.removeMember({ params: { id, userId } }));
    if (!leaves) return;
    await queries.invalidateQueries({ queryKey: [area, 'tasks.boards'] });
  };
  return (
    <Dialog title={say('members.title')} width={560} onClose={onClose}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      {rights.own ? <ShareFields /> : <p className="soft">{say(`members.shares.${share}`)}</p>}
      <ul className={s.rows}>
        {people.map((person) => {
          const mine = person.userId === user?.id;
          return (
            <MemberRow
              key={person.userId}
              {...{ person, mine }}
              onRole={rights.own ? (role) => void setRole(person.userId, role) : null}
              onRemove={rights.own || mine ? () => void remove(person.userId) : null}
            />
          );
        })}
      </ul>
      {rights.own && (
        <PeoplePicker
          purpose="tasks"
          label={say('members.add')}
          placeholder={say('members.choose')}
          without={people.map(({ userId }) => userId)}
          onChange={(chosen) => void addAll(chosen.flatMap((person) => person.id ?? []))}
        />
      )}
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('dialog.close')}
        </Button>
      </div>
    </Dialog>
  );
}
