import { IconPresentation, IconPresentationOff } from '@tabler/icons-react';
import { usePresenterCommand, usePresenterText } from '#topics/presenter/ui/presenter-text.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** For oneself: a host presents at once, everybody else asks. */
export function PresenterItem() {
  const text = usePresenterText();
  const send = usePresenterCommand();
  const state = useMeetingState();
  const { you, topics } = state;
  if (may(state, 'present')) return null;
  if (may(state, 'choose-presenter'))
    return (
      <MenuItem icon={IconPresentation} onClick={() => send({ do: 'take' })}>
        {text('take')}
      </MenuItem>
    );
  const asks = topics.presenter.requests.includes(you);
  return (
    <MenuItem
      icon={asks ? IconPresentationOff : IconPresentation}
      onClick={() => send(asks ? { do: 'decline', member: you } : { do: 'request' })}
    >
      {text(asks ? 'withdraw' : 'ask')}
    </MenuItem>
  );
}

/** About somebody else. */
export function PresenterItemOf({ member }: { member: string }) {
  const text = usePresenterText();
  const send = usePresenterCommand();
  const state = useMeetingState();
  if (!may(state, 'choose-presenter')) return null;
  const presents = state.topics.presenter.presenter === member;
  return (
    <MenuItem
      icon={presents ? IconPresentationOff : IconPresentation}
      onClick={() => send(presents ? { do: 'take' } : { do: 'give', member })}
    >
      {text(presents ? 'takeBack' : 'give')}
    </MenuItem>
  );
}
