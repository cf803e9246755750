import { IconArrowsMove, IconLifebuoy, IconPlus, IconSend, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { GROUPS, type GroupsView } from '#topics/groups/group-schemas.ts';
import { GroupTimeLeft, useEngineNow } from '#topics/groups/ui/group-time.tsx';
import { GroupsDialog } from '#topics/groups/ui/groups-dialog.tsx';
import s from '#topics/groups/ui/groups.module.css';
import { groupName, useGroupsCommand, useGroupsText } from '#topics/groups/ui/groups-text.ts';
import { MoveDialog } from '#topics/groups/ui/move-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Button, Face, Hidden, IconButton, Ltr } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { clockOf } from '#ui/say-time.ts';
import { may } from '#ui/state.ts';
import { useOpenDialog } from '#ui/topics/dialog-place.tsx';

type GroupsRun = NonNullable<GroupsView['run']>;
type RunGroup = GroupsRun['groups'][number];

/** Those who ask for help first, who has waited longest before the others. */
const byNeed = (a: RunGroup, b: RunGroup): number =>
  (a.help?.at ?? Number.POSITIVE_INFINITY) - (b.help?.at ?? Number.POSITIVE_INFINITY) || a.id - b.id;

/** For hosts: what to start, or what runs and who needs them. For others: the groups. */
export function GroupsPanel() {
  const text = useGroupsText();
  const state = useMeetingState();
  const { run } = state.topics.groups;
  const leads = may(state, 'groups');
  if (run === null) return leads ? <NotRunning /> : <p className={s.empty}>{text('none')}</p>;
  return (
    <div className={s.panel}>
      <TimeLeft run={run} lead={leads && <Extend />} />
      <ul className={s.list}>
        {[...run.groups].sort(leads ? byNeed : (a, b) => a.id - b.id).map((group) => (
          <GroupCard key={group.id} group={group} run={run} />
        ))}
      </ul>
      {leads && <MessageToAll />}
      {leads && <RunActions />}
    </div>
  );
}

function NotRunning() {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const open = useOpenDialog();
  const { sets } = useMeetingState().topics.groups;
  return (
    <div className={s.panel}>
      <p className={s.empty}>{text('startLead')}</p>
      <Button look="accent" icon={IconUsersGroup} onClick={() => open((close) => <GroupsDialog onClose={close} />)}>
        {text('startGroups')}
      </Button>
      {sets.length > 0 && (
        <section className={s.saved} aria-label={text('savedSets')}>
          <h2>{text('savedSets')}</h2>
          <ul>
            {sets.map(({ id, name, groups }) => {
              const called = name || text('count', { count: groups.length });
              return (
                <li key={id}>
                  <bdi>{called}</bdi>
                  <IconButton
                    icon={IconTrash}
                    size={28}
                    label={text('removeSet', { name: called })}
                    onClick={() => void send({ do: 'remove-set', set: id })}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </div>
  );
}

function TimeLeft({ run, lead }: { run: GroupsRun; lead: ReactNode }) {
  const text = useGroupsText();
  const now = useEngineNow();
  const { startedAt, endsAt } = run;
  if (endsAt === null)
    return (
      <div className={s.timeLeft}>
        <span>{text('unlimited')}</span>
      </div>
    );
  const share = Math.min(1, Math.max(0, (endsAt - now) / Math.max(1, endsAt - startedAt)));
  return (
    <div className={s.timeLeft}>
      <strong>
        <GroupTimeLeft endsAt={endsAt} />
      </strong>
      <span>{text('leftOf', { count: Math.max(1, Math.round((endsAt - startedAt) / 60_000)) })}</span>
      {lead}
      <i style={{ '--left': `${share * 100}%` }} aria-hidden="true" />
    </div>
  );
}

function Extend() {
  const text = useGroupsText();
  const send = useGroupsCommand();
  return (
    <Button size="xs" icon={IconPlus} title={text('extendLabel')} onClick={() => void send({ do: 'extend', minutes: 5 })}>
      {text('minutes', { count: 5 })}
    </Button>
  );
}

const FACES = 6;
function GroupCard({ group, run }: { group: RunGroup; run: GroupsRun }) {
  const text = useGroupsText();
  const leads = may(useMeetingState(), 'groups');
  const { people, help, speaking, page } = group;
  const name = groupName(text, group);
  const inside = people.filter((person) => person.inside);
  return (
    <li className={s.card} data-help={(leads && help !== null) || undefined}>
      <div className={s.cardHead}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <span>{leads ? group.inside : text('people', { count: group.inside })}</span>
        {leads && help && <Waiting since={help.at} />}
      </div>
      <div className={s.cardBody}>
        <span className={s.cardFaces} title={inside.map((person) => person.name).join(', ')}>
          {inside.slice(0, FACES).map((person) => (
            <Face key={person.key + person.name} name={person.name} size={22} />
          ))}
          {inside.length > FACES && <Ltr>{`+${inside.length - FACES}`}</Ltr>}
          <Hidden>{inside.map((person) => person.name).join(', ')}</Hidden>
        </span>
        <GoThere group={group} run={run} name={name} />
      </div>
      {leads && help ? (
        <p>
          <bdi>{help.question ? text('question', { name: help.name, question: help.question }) : help.name}</bdi>
        </p>
      ) : (
        leads && (
          <p>
            {speaking === null ? text('quiet') : text('speaking', { name: speaking })}
            {page !== null && ` · ${text('page', { page })}`}
          </p>
        )
      )}
    </li>
  );
}

function Waiting({ since }: { since: number }) {
  const text = useGroupsText();
  const now = useEngineNow();
  return (
    <span className={s.help}>
      <IconLifebuoy size={14} stroke={2} aria-hidden="true" />
      {text('help')} · <Ltr>{clockOf(now - since)}</Ltr>
    </span>
  );
}

/** Hosts visit any group, others go where they belong or may choose. Going in answers the call for help. */
function GoThere({ group, run, name }: { group: RunGroup; run: GroupsRun; name: string }) {
  const text = useGroupsText();
  const meeting = useMeeting();
  const state = useMeetingState();
  const leads = may(state, 'groups');
  if (state.topics.groups.here === group.id) return <span className={s.here}>{text('youAreHere')}</span>;
  if (!leads && run.mode !== 'free' && !run.mayChange && run.mine !== group.id) return null;
  return (
    <Button
      size="xs"
      disabled={state.changingTo !== null}
      aria-label={text(leads ? 'visitGroup' : 'joinGroup', { group: name })}
      onClick={() => void meeting.changeRoom(group.id)}
    >
      {text(leads ? 'visit' : 'join')}
    </Button>
  );
}

function MessageToAll() {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const [words, setWords] = useState('');
  const announce = async () => {
    if (words.trim() !== '' && (await send({ do: 'announce', text: words.trim() })) === 'ok') setWords('');
  };
  return (
    <form
      className={s.message}
      onSubmit={(event) => {
        event.preventDefault();
        void announce();
      }}
    >
      <label>
        {text('messageAll')}
        <input
          value={words}
          maxLength={GROUPS.message}
          placeholder={text('messageHint')}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <IconButton icon={IconSend} size={36} turn="turn" type="submit" label={text('send')} />
    </form>
  );
}

function RunActions() {
  const text = useGroupsText();
  const open = useOpenDialog();
  return (
    <div className={s.acts}>
      <Button icon={IconArrowsMove} onClick={() => open((close) => <MoveDialog onClose={close} />)}>
        {text('movePeople')}
      </Button>
      <Button className={s.end} onClick={() => open((close) => <EndDialog onClose={close} />)}>
        {text('endAll')}
      </Button>
    </div>
  );
}

/** Seconds that everybody has to finish what they say. */
const END_SECONDS = 30;
function EndDialog({ onClose }: { onClose(): void }) {
  const text = useGroupsText();
  const send = useGroupsCommand();
  const end = (seconds: number) => {
    void send({ do: 'end', seconds });
    onClose();
  };
  return (
    <Dialog
      title={text('endTitle')}
      lead={text('endLead')}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" data-start onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button onClick={() => end(0)}>{text('endNow')}</Button>
          <Button look="accent" data-safe onClick={() => end(END_SECONDS)}>
            {text('endSoon')}
          </Button>
        </>
      }
    />
  );
}
