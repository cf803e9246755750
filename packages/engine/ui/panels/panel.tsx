import { IconX } from '@tabler/icons-react';
import { ChatPanel } from '#ui/panels/chat-panel.tsx';
import { IconButton, Ltr } from '#ui/parts.tsx';
import { PeoplePanel } from '#ui/panels/people-panel.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff, presentMembers } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** People and chat, one at a time; on phones it covers the stage but never the bar. */
export function SidePanel() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { panel, unread } = state;
  const noChat = isOff(state, 'chat');
  if (panel === 'none' || (noChat && panel === 'chat')) return null;
  const people = ['people', text('panel.people'), presentMembers(state).length] as const;
  const tabs = noChat ? [people] : [people, ['chat', text('panel.chat'), unread] as const];
  const other = panel === 'people' && !noChat ? 'chat' : 'people';
  return (
    <aside className={s.panel} aria-label={text('panel.label')}>
      <div className={s.head}>
        <div role="tablist" aria-label={text('panel.label')} className={s.tabs}>
          {tabs.map(([id, word, count]) => (
            <button
              key={id}
              id={`panel-${id}`}
              type="button"
              role="tab"
              aria-selected={id === panel}
              aria-controls="panel-body"
              tabIndex={id === panel ? 0 : -1}
              onClick={() => meeting.panel(id)}
              onKeyDown={(e) => (e.key === 'ArrowLeft' || e.key === 'ArrowRight') && meeting.panel(other)}
            >
              {word}
              {count > 0 && <Ltr className={s.n}>{count}</Ltr>}
            </button>
          ))}
        </div>
        <IconButton icon={IconX} size={28} label={text('panel.close')} onClick={() => meeting.panel('none')} />
      </div>
      <div id="panel-body" role="tabpanel" aria-labelledby={`panel-${panel}`} className={s.tabBody}>
        {panel === 'people' ? <PeoplePanel /> : <ChatPanel />}
      </div>
    </aside>
  );
}
