import { Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconBell,
  IconBellOff,
  IconFiles,
  IconPin,
  IconPinnedOff,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Link } from '#kit/ui/link.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { useGoToMeeting } from '#meet/meetings/ui/blocks/go-to-meeting.hook.ts';
import type { ConversationDetail } from '../chat-views.contract.ts';
import { chatApi, chatPath, useChatRefresh } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { usePresence } from './presence.hook.ts';
import s from './thread.module.css';

const MembersDialog = loadable(async () => (await import('./members-dialog.part.tsx')).MembersDialog);
const FilesDialog = loadable(async () => (await import('./files-dialog.part.tsx')).FilesDialog);
const ConsentDialog = loadable(async () => (await import('./consent-dialog.part.tsx')).ConsentDialog);

/** Starts the meeting of the conversation, or joins it; where it may be recorded, one agrees first. */
function useMeet(id: string) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const go = useGoToMeeting();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ step: 'idle' | 'busy' | 'consent'; trouble: string | null }>({
    step: 'idle',
    trouble: null,
  });
  const meet = async (consent: 'asked' | 'given') => {
    setState({ step: 'busy', trouble: null });
    try {
      const { url } = await chat.meet({ params: { id }, body: { consent: consent === 'given' } });
      setState({ step: 'idle', trouble: null });
      await go(url, { back: chatPath({ id }) });
    } catch (error) {
      const asks = error instanceof Failure && error.code === 'consent_required' && consent === 'asked';
      setState(asks ? { step: 'consent', trouble: null } : { step: 'idle', trouble: failureText(error) });
    }
  };
  return { ...state, meet, close: () => setState({ step: 'idle', trouble: null }) };
}

type HeadProps = { conversation: ConversationDetail; back: string };
/** Name, people, what one may do, and the way to a meeting. */
export function ThreadHead({ conversation, back }: HeadProps) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const refresh = useChatRefresh();
  const [dialog, setDialog] = useState<'none' | 'members' | 'files'>('none');
  const { id, kind, name, otherId, account, people, pinned, muted, member, rights } = conversation;
  const state = usePresence(id).stateOf(otherId);
  const { meet, step, trouble, close } = useMeet(id);
  const setMine = (body: { muted?: boolean; pinned?: boolean }) => void chat.setMine({ params: { id }, body }).finally(refresh);
  const sub =
    account ??
    (kind === 'direct' ? say(state === null ? 'head.direct' : `presence.${state}`) : say(`head.${kind}`, { count: people }));
  return (
    <>
      <header className={s.head}>
        <Link to={back} className={s.back} aria-label={say('head.back')}>
          <IconArrowLeft size={20} stroke={1.75} className="turn" />
        </Link>
        <div className="grow">
          <h1 className="cut">
            <bdi>{name}</bdi>
          </h1>
          <p className="tiny soft cut">
            <bdi>{sub}</bdi>
          </p>
        </div>
        <RowMenu label={say('head.more')} look="head">
          {() => (
            <>
              <MenuItem leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => setDialog('members')}>
                {say('head.people')}
              </MenuItem>
              <MenuItem leftSection={<IconFiles size={16} stroke={1.75} />} onClick={() => setDialog('files')}>
                {say('files.title')}
              </MenuItem>
              {member && (
                <>
                  <MenuItem
                    leftSection={pinned ? <IconPinnedOff size={16} stroke={1.75} /> : <IconPin size={16} stroke={1.75} />}
                    onClick={() => setMine({ pinned: !pinned })}
                  >
                    {say(pinned ? 'head.unpin' : 'head.pin')}
                  </MenuItem>
                  <MenuItem
                    leftSection={muted ? <IconBell size={16} stroke={1.75} /> : <IconBellOff size={16} stroke={1.75} />}
                    onClick={() => setMine({ muted: !muted })}
                  >
                    {say(muted ? 'head.unmute' : 'head.mute')}
                  </MenuItem>
                </>
              )}
            </>
          )}
        </RowMenu>
        {rights.meet && (
          <Button
            variant="filled"
            className={s.meet ?? ''}
            aria-label={say('head.meet')}
            loading={step === 'busy'}
            onClick={() => void meet('asked')}
          >
            <IconVideo size={18} stroke={1.75} />
            <span className={s.meetWord}>{say('head.meet')}</span>
          </Button>
        )}
      </header>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      <Suspense>
        {step === 'consent' && <ConsentDialog onAgree={() => void meet('given')} onClose={close} />}
        {dialog === 'files' && <FilesDialog id={id} onClose={() => setDialog('none')} />}
        {dialog === 'members' && <MembersDialog conversation={conversation} onClose={() => setDialog('none')} />}
      </Suspense>
    </>
  );
}
