import { IconArrowBackUp, IconLifebuoy, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { GROUPS, type GroupsView } from '#topics/groups/group-schemas.ts';
import s from '#topics/groups/ui/groups.module.css';
import { roomName, useGroupsCommand, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { Dialog } from '#ui/dialog.tsx';
import p from '#ui/parts.module.css';
import { Button, Hidden } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

type GroupsRun = NonNullable<GroupsView['run']>;

/** A row below the top bar, in every room of the meeting while groups run. */
export function GroupBar() {
  const { changingTo, topics } = useMeetingState();
  const { run, here } = topics.groups;
  if (run === null) return null;
  return (
    <section className={s.bar} aria-labelledby="group-bar">
      <IconUsersGroup size={20} stroke={1.75} aria-hidden="true" />
      {changingTo !== null ? (
        <OnTheWay run={run} />
      ) : here === null ? (
        <InMainRoom run={run} />
      ) : (
        <InGroup run={run} here={here} />
      )}
    </section>
  );
}

function OnTheWay({ run }: { run: GroupsRun }) {
  const text = useGroupsText();
  const { changingTo } = useMeetingState();
  const room = roomName(text, run.groups, changingTo === 'main' ? null : changingTo);
  return (
    <p id="group-bar" role="status">
      <span className={p.spin} aria-hidden="true" /> {text('changing', { room })}
    </p>
  );
}

function InMainRoom({ run }: { run: GroupsRun }) {
  const text = useGroupsText();
  const meeting = useMeeting();
  const state = useMeetingState();
  const inside = run.groups.reduce((sum, group) => sum + group.inside, 0);
  const mine = run.groups.find(({ id }) => id === run.mine);
  if (mine !== undefined)
    return (
      <>
        <p id="group-bar">
          <b>{text('yours', { group: roomName(text, run.groups, mine.id) })}</b>
        </p>
        <Button size="xs" look="accent" onClick={() => void meeting.changeRoom(mine.id)}>
          {text('join')}
        </Button>
      </>
    );
  const mayChoose = !may(state, 'groups') && (run.mode === 'free' || run.mayChange);
  return (
    <>
      <p id="group-bar">
        <b>{text('inGroups', { people: inside, groups: run.groups.length })}</b>
        <span>{text(run.endsAt === null ? 'comeBackLater' : 'comeBack')}</span>
      </p>
      {mayChoose && (
        <Button size="xs" look="accent" onClick={() => meeting.panel('groups')}>
          {text('choose')}
        </Button>
      )}
    </>
  );
}

function InGroup({ run, here }: { run: GroupsRun; here: number }) {
  const text = useGroupsText();
  const meeting = useMeeting();
  const state = useMeetingState();
  const open = useOpenDialog();
  const group = roomName(text, run.groups, here);
  const visits = may(state, 'groups') && run.mine !== here;
  const isCalled = run.groups.find(({ id }) => id === here)?.help !== null;
  return (
    <>
      <p id="group-bar">
        <b>{visits ? text('visiting', { group }) : <bdi>{group}</bdi>}</b>
      </p>
      <Hidden>
        <span role="status">{!visits && isCalled && text('helpCalled')}</span>
      </Hidden>
      {!visits && (
        <Button size="xs" icon={IconLifebuoy} disabled={isCalled} onClick={() => open((close) => <HelpDialog onClose={close} />)}>
          {text(isCalled ? 'helpCalled' : 'callHelp')}
        </Button>
      )}
      <Button size="xs" icon={IconArrowBackUp} onClick={() => void meeting.changeRoom('main')}>
        {text('back')}
      </Button>
    </>
  );
}

function HelpDialog({ onClose }: { onClose(): void }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const [question, setQuestion] = useState('');
  const call = async () => {
    if ((await send({ do: 'call-help', question: question.trim() })) === 'ok') onClose();
  };
  return (
    <Dialog
      title={text('helpTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button look="accent" onClick={() => void call()}>
            {text('callHelp')}
          </Button>
        </>
      }
    >
      <label className={s.question}>
        {text('helpQuestion')}
        <textarea
          data-safe
          rows={2}
          maxLength={GROUPS.question}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
      </label>
    </Dialog>
  );
}
