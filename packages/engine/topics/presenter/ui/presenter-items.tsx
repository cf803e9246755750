import { IconPresentation, IconPresentationOff } from '@tabler/icons-react';
import { usePresenterCommand, usePresenterText } from '#topics/presenter/ui/presenter-text.ts';
import { MenuItem } from '#ui/menu.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

type AskToPresent = { word: 'take' | 'ask' | 'withdraw'; act(): void };
/** For oneself: a host presents at once, everybody else asks. Null for who presents. */
export function useAskToPresent(): AskToPresent | null {
  const send = usePresenterCommand();
  const state = useMeetingState();
  const { you, topics } = state;
  if (may(state, 'present')) return null;
  if (may(state, 'choose-presenter')) return { word: 'take', act: () => send({ do: 'take' }) };
  return topics.presenter.requests.includes(you)
    ? { word: 'withdraw', act: () => send({ do: 'decline', member: you }) }
    : { word: 'ask', act: () => send({ do: 'request' }) };
}

export function PresenterItem() {
  const text = usePresenterText();
  const ask = useAskToPresent();
  return (
    ask && (
      <MenuItem icon={ask.word === 'withdraw' ? IconPresentationOff : IconPresentation} onClick={ask.act}>
        {text(ask.word)}
      </MenuItem>
    )
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
