import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { IconButton } from '#ui/parts.tsx';
import { PanelTab } from '#ui/panels/panel-tab.tsx';
import { PeoplePanel } from '#ui/panels/people-panel.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff, presentMembers, unreadMessages } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { latePart } from '#ui/topics/late-part.tsx';
import { TopicPanel, TopicPlace } from '#ui/topics/topic-places.tsx';
import { useWords } from '#ui/words.tsx';

const loadChat = () => import('#ui/panels/chat-panel.tsx').then(({ ChatPanel }) => ChatPanel);
const ChatPanel = latePart(loadChat);

/** People, chat and what topics have, one at a time; on phones it covers the stage but never the bar. */
export function SidePanel() {
  const { text } = useWords();
  const meeting = useMeeting();
  const state = useMeetingState();
  const { panel } = state;
  const noChat = isOff(state, 'chat');
  // so that the chat opens at once, and with a lost connection, too
  useEffect(() => void loadChat().catch(() => undefined), []);
  if (panel === 'none' || (noChat && panel === 'chat')) return null;
  return (
    <aside className={s.panel} aria-label={text('panel.label')}>
      <div className={s.head}>
        <div role="tablist" aria-label={text('panel.label')} className={s.tabs}>
          <PanelTab id="people" count={presentMembers(state).length}>
            {text('panel.people')}
          </PanelTab>
          {!noChat && (
            <PanelTab id="chat" count={unreadMessages(state)}>
              {text('bar.chat')}
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
