import { IconUsersGroup } from '@tabler/icons-react';
import { GroupTimeLeft } from '#topics/groups/ui/group-time.tsx';
import s from '#topics/groups/ui/groups.module.css';
import { MenuItem } from '#ui/menu.tsx';
import { PanelTab } from '#ui/panels/panel-tab.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';
import { latePart } from '#ui/topics/late-part.tsx';
import { useWords } from '#ui/words.tsx';

const StartDialog = latePart(async () => (await import('#topics/groups/ui/groups-dialog.tsx')).GroupsDialog);
const Bar = latePart(async () => (await import('#topics/groups/ui/group-bar.tsx')).GroupBar);
const Calls = latePart(async () => (await import('#topics/groups/ui/group-calls.tsx')).GroupCalls);
export const GroupsBody = latePart(async () => (await import('#topics/groups/ui/groups-panel.tsx')).GroupsPanel);

/** For hosts from the start, for others while there are groups. */
export function GroupsTab() {
  const { text } = useWords();
  const state = useMeetingState();
  if (!may(state, 'groups') && state.topics.groups.run === null) return null;
  return <PanelTab id="groups">{text('panel.groups')}</PanelTab>;
}

export function GroupsItem() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const open = useOpenDialog();
  const start = () => open((close) => <StartDialog onClose={close} />);
  if (!may(state, 'groups')) return null;
  return (
    <MenuItem icon={IconUsersGroup} onClick={state.topics.groups.run === null ? start : () => meeting.panel('groups')}>
      {text('more.groups')}
    </MenuItem>
  );
}

export function GroupsPill() {
  const { text } = useWords();
  const meeting = useMeeting();
  const { run } = useMeetingState().topics.groups;
  if (run === null) return null;
  return (
    <button type="button" className={s.pill} onClick={() => meeting.panel('groups')}>
      <IconUsersGroup size={14} stroke={2} aria-hidden="true" />
      <span>{text('panel.groups')}</span>
      {run.endsAt !== null && <GroupTimeLeft endsAt={run.endsAt} />}
    </button>
  );
}

/** Their code comes with the first groups. */
export function GroupBarPlace() {
  return useMeetingState().topics.groups.run !== null && <Bar />;
}
export function GroupCallsPlace() {
  return useMeetingState().topics.groups.run !== null && <Calls />;
}
