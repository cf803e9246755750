import { IconAlarm } from '@tabler/icons-react';
import { TimerDialog } from '#topics/timer/ui/timer-dialog.tsx';
import { useTimerText } from '#topics/timer/ui/timer-text.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

export function TimerItem() {
  const text = useTimerText();
  const state = useMeetingState();
  const open = useOpenDialog();
  if (!may(state, 'timer')) return null;
  return (
    <MenuItem icon={IconAlarm} onClick={() => open((close) => <TimerDialog onClose={close} />)}>
      {text('open')}
    </MenuItem>
  );
}
