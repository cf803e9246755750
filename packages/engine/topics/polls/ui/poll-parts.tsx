import { IconChartBar } from '@tabler/icons-react';
import s from '#topics/polls/ui/polls.module.css';
import { usePollsText } from '#topics/polls/ui/polls-text.ts';
import { MenuItem } from '#ui/menu.tsx';
import { PanelTab } from '#ui/panels/panel-tab.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { latePart } from '#ui/topics/late-part.tsx';

/** For those who may ask from the start, for others once something was asked. */
export function PollsTab() {
  const text = usePollsText();
  const state = useMeetingState();
  if (!may(state, 'poll') && state.topics.polls.polls.length === 0) return null;
  return <PanelTab id="polls">{text('tab')}</PanelTab>;
}

export function PollItem() {
  const text = usePollsText();
  const meeting = useMeeting();
  if (!may(useMeetingState(), 'poll')) return null;
  return (
    <MenuItem icon={IconChartBar} onClick={() => meeting.panel('polls')}>
      {text('open')}
    </MenuItem>
  );
}

export function PollPill() {
  const text = usePollsText();
  const meeting = useMeeting();
  const state = useMeetingState();
  if (!may(state, 'poll') || state.topics.polls.polls.every(({ endedAt }) => endedAt !== null)) return null;
  return (
    <button type="button" className={s.pill} onClick={() => meeting.panel('polls')}>
      <IconChartBar size={14} stroke={2} aria-hidden="true" />
      {text('live')}
    </button>
  );
}

const Card = latePart(async () => (await import('#topics/polls/ui/question-card.tsx')).QuestionCard);
const Figures = latePart(async () => (await import('#topics/polls/ui/slide-figures.tsx')).SlideFigures);
export const PollsBody = latePart(async () => (await import('#topics/polls/ui/polls-panel.tsx')).PollsPanel);

/** Their code comes with the first poll. */
export function PollQuestionPlace() {
  return useMeetingState().topics.polls.polls.some(({ endedAt }) => endedAt === null) && <Card />;
}
export function SlideFiguresPlace() {
  return useMeetingState().topics.polls.polls.some(({ published }) => published !== null) && <Figures />;
}
