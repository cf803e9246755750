import { Button, TextInput } from '@mantine/core';
import { IconUserPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { chatLimits } from '../chat.rules.ts';
import type { ConversationDetail } from '../chat-views.contract.ts';
import s from './chat-dialogs.module.css';
import { chatApi, chatPath, useChatRefresh } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { PresenceFace } from './presence-face.part.tsx';
import { usePresence } from './presence.hook.ts';

function useMemberSteps() {
  const failureText = useFailureText(chatText());
  const refresh = useChatRefresh();
  const [trouble, setTrouble] = useState<string | null>(null);
  const step = async (call: () => Promise<unknown>) => {
    setTrouble(null);
    try {
      await call();
      await refresh();
    } catch (error) {
      setTrouble(failureText(error));
    }
  };
  return { trouble, step };
}

type StepProps = { conversation: ConversationDetail; step: (call: () => Promise<unknown>) => Promise<void> };
function Rename({ conversation: { id, name }, step }: StepProps) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  return (
    <form
      className={s.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && wanted !== name) void step(() => chat.rename({ params: { id }, body: { name: wanted } }));
      }}
    >
      <TextInput
        label={say('begin.name')}
        dir="auto"
        maxLength={chatLimits.name}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" disabled={wanted === '' || wanted === name}>
        {say('members.rename')}
      </Button>
    </form>
  );
}

function MemberList({ conversation: { id, members, people, rights }, step }: StepProps) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const { user } = useAuth();
  const { stateOf } = usePresence(id);
  return (
    <>
      <ul className={s.people} aria-label={say('members.title')}>
        {members.map(({ userId, name, role, staff }) => (
          <li key={userId} className={s.person}>
            <PresenceFace name={name} size={28} state={stateOf(userId)} />
            <bdi className="grow cut">{name}</bdi>
            <span className="tiny quiet">
              {userId === user?.id
                ? say('members.you')
                : staff
                  ? say('members.staff')
                  : role === 'owner'
                    ? say('members.owner')
                    : ''}
            </span>
            {rights.remove && userId !== user?.id && (
              <IconButton
                size={28}
                aria-label={say('members.remove', { name })}
                onClick={() => void step(() => chat.removePerson({ params: { id, userId } }))}
              >
                <IconX size={14} stroke={2} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {people > members.length && <p className={s.none}>{say('members.others', { count: people - members.length })}</p>}
    </>
  );
}

/** Who is in a conversation; of groups and channels also who comes in, the name, and the way out. */
export function MembersDialog({ conversation, onClose }: { conversation: ConversationDetail; onClose: () => void }) {
  const say = chatText();
  const navigate = useNavigate();
  const { chat } = useApi(chatApi);
  const { trouble, step } = useMemberSteps();
  const [adding, setAdding] = useState<'no' | 'yes'>('no');
  const { id, members, rights } = conversation;
  const leave = () =>
    step(async () => {
      await chat.leave({ params: { id } });
      onClose();
      await navigate(chatPath({}));
    });
  return (
    <Dialog title={say('members.title')} width={520} onClose={onClose}>
      <div className={s.part}>
        {trouble !== null && <Banner hue="red">{trouble}</Banner>}
        {rights.rename && <Rename conversation={conversation} step={step} />}
        {adding === 'no' ? (
          <MemberList conversation={conversation} step={step} />
        ) : (
          <PeoplePicker
            purpose="chat"
            label={say('members.add')}
            placeholder={say('people.search')}
            without={members.map(({ userId }) => userId)}
            onChange={(chosen) => {
              const people = chosen.flatMap((person) => person.id ?? []);
              void step(() => chat.addPeople({ params: { id }, body: { people } }));
            }}
          />
        )}
      </div>
      <div className={dialogs.acts}>
        {rights.leave && adding === 'no' && (
          <Button size="md" variant="subtle" data-danger onClick={() => void leave()}>
            {say('members.leave')}
          </Button>
        )}
        {rights.add && (
          <Button
            size="md"
            leftSection={adding === 'no' ? <IconUserPlus size={18} stroke={1.75} /> : undefined}
            onClick={() => setAdding(adding === 'no' ? 'yes' : 'no')}
          >
            {say(adding === 'no' ? 'members.add' : 'members.added')}
          </Button>
        )}
        <Button size="md" variant="filled" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </Dialog>
  );
}
