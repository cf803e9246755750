import { IconX } from '@tabler/icons-react';
import { ChatPanel } from '#ui/panels/chat-panel.tsx';
import { IconButton } from '#ui/parts.tsx';
import { PanelTab } from '#ui/panels/panel-tab.tsx';
import { PeoplePanel } from '#ui/panels/people-panel.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff, presentMembers } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { TopicPanel, TopicPlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

/** People, chat and what topics have, one at a time; on phones it covers the stage but never the bar. */
export function SidePanel() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { panel, unread } = state;
  const noChat = isOff(state, 'chat');
  if (panel === 'none' || (noChat && panel === 'chat')) return null;
  return (
    <aside className={s.panel} aria-label={text('panel.label')}>
      <div className={s.head}>
        <div role="tablist" aria-label={text('panel.label')} className={s.tabs}>
          <PanelTab id="people" count={presentMembers(state).length}>
            {text('panel.people')}
          </PanelTab>
          {!noChat && (
            <PanelTab id="chat" count={unread}>
              {text('panel.chat')}
            </PanelTab>
          )}
          <TopicPlace place="Tab" />
        </div>
        <IconButton icon={IconX} size={28} label={text('panel.close')} onClick={() => meeting.panel('none')} />
      </div>
      <div id="panel-body" role="tabpanel" aria-labelledby={`panel-${panel}`} className={s.tabBody}>
        {panel === 'people' ? <PeoplePanel /> : panel === 'chat' ? <ChatPanel /> : <TopicPanel topic={panel} />}
      </div>
    </aside>
  );
}
