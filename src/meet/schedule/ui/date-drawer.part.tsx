import { IconDoorEnter, IconTrash, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useSteadyAnswer } from '#kit/ui/query/query.ts';
import type { ScheduledMeetingDetail } from '../schedule.contract.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import { DateForm } from './date-form.part.tsx';
import s from './date-drawer.module.css';
import { fieldsOf } from './date-fields.hook.ts';
import { InviteeList } from './invitee-fields.part.tsx';
import type { GridTime } from './moving.hook.ts';
import { ruleText } from './repeat-words.hook.ts';
import { type DateName, dateQuery, roomChoiceQuery, roomQuery, scheduleApi, useScheduleRefresh } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';
import { ScopeDialog } from './scope-dialog.part.tsx';

export type DrawerSubject = { name: DateName; time: null } | { name: null; time: GridTime };
type DateDrawerProps = {
  subject: DrawerSubject;
  room: string | null;
  onClose: () => void;
  /** A new one was made. */
  onMade: (date: ScheduledMeetingDetail) => void;
};

/** Takes the focus, gives it back to the date it was opened from; Escape closes, except where a dialog stands above. */
function useDrawerFocus(onClose: () => void) {
  const box = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const opener = document.activeElement;
    box.current?.focus();
    return () => {
      const name = opener instanceof HTMLElement ? opener.dataset['date'] : undefined;
      // its element may be another one now
      const again = name === undefined ? opener : document.querySelector(`[data-date="${CSS.escape(name)}"]`);
      if (again instanceof HTMLElement) again.focus();
    };
  }, []);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const above = 'dialog[open], [role="menu"], [role="dialog"]:popover-open';
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector(above) === null) close.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
  return box;
}

function DrawerHead({ title, onClose }: { title: string; onClose: () => void }) {
  const say = scheduleText();
  return (
    <header className={s.head}>
      <h2 id="date-title" className="grow">
        <bdi>{title}</bdi>
      </h2>
      <IconButton size={40} aria-label={say('form.close')} onClick={onClose}>
        <IconX size={18} stroke={1.75} />
      </IconButton>
    </header>
  );
}

/** Cancels a date, after a question: invitees get an email. */
function RemoveDate({ date, onGone }: { date: ScheduledMeetingDetail; onGone: () => void }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const toast = useToast();
  const { schedule } = useApi(scheduleApi);
  const [open, setOpen] = useState<'open' | 'closed'>('closed');
  const { seriesId, version, recurrence, title } = date;
  return (
    <>
      <IconButton look="default" aria-label={say('form.cancel')} title={say('form.cancel')} onClick={() => setOpen('open')}>
        <IconTrash size={16} stroke={1.75} color="var(--at-red-text)" />
      </IconButton>
      {open === 'open' && (
        <ScopeDialog
          title={say('move.cancelTitle', { title })}
          lead={say('move.cancelLead', words.span(date))}
          verb={say('move.cancelVerb')}
          keep={say('move.cancelKeep')}
          mails={date.invited}
          repeats={date.repeats}
          look="danger"
          work={async (scope) => {
            await schedule.cancel({ params: { id: seriesId }, body: { version, recurrence, scope } });
            toast({ text: say('calendar.cancelled') });
            onGone();
          }}
          onClose={() => setOpen('closed')}
        />
      )}
    </>
  );
}

/** A date for those who may not change it. */
function DateView({ date }: { date: ScheduledMeetingDetail }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const { day, from, to } = words.span(date);
  const open = date.invited - date.accepted - date.declined;
  return (
    <section className={s.body}>
      <div className={s.facts}>
        <p className="strong">{`${day}, ${from} – ${to}`}</p>
        <p className="soft">
          <bdi>{date.room.name}</bdi>
        </p>
        {date.repeat !== null && <p className="small soft">{ruleText(date.repeat, say, words)}</p>}
      </div>
      {date.description !== '' && <p className={s.description}>{date.description}</p>}
      {date.invited > 0 && (
        <section className={s.group} aria-labelledby="date-invitees">
          <h3 id="date-invitees">
            {say('invitees.label')}
            <span className="quiet">{say('form.answers', { accepted: date.accepted, declined: date.declined, open })}</span>
          </h3>
          <InviteeList people={fieldsOf(date).people} known={date.invitees} busy={null} onRemove={null} />
        </section>
      )}
    </section>
  );
}

function OpenDate({ name, onClose, onSaved }: { name: DateName; onClose: () => void; onSaved: () => void }) {
  const say = scheduleText();
  const failureText = useFailureText(say);
  const query = useQuery({
    ...dateQuery(useApi(scheduleApi), name),
    // what is not there does not come by asking again
    retry: (count, trouble) => !(trouble instanceof Failure) && count < 2,
  });
  const date = useSteadyAnswer(query);
  const { error } = query;
  if (date === undefined) {
    const gone = error instanceof Failure && error.code === 'not_found';
    return (
      <>
        <DrawerHead title={say('calendar.title')} onClose={onClose} />
        <div className={s.body}>
          {error === null ? (
            <Bone w="100%" h={320} />
          ) : (
            <Banner hue="red">{gone ? say('form.notHere') : failureText(error)}</Banner>
          )}
        </div>
      </>
    );
  }
  const head = <DrawerHead title={date.title} onClose={onClose} />;
  const join = (
    <LinkButton to={`/m/${date.room.slug}`} leftSection={<IconDoorEnter size={16} stroke={1.75} className="turn" />}>
      {say('form.join')}
    </LinkButton>
  );
  if (!date.rights.edit)
    return (
      <>
        {head}
        <DateView date={date} />
        <footer className={s.foot}>{join}</footer>
      </>
    );
  const time = { day: '', from: 0, length: 0 };
  const remove = (
    <>
      <RemoveDate date={date} onGone={onSaved} />
      {join}
    </>
  );
  return <DateForm key={date.version} {...{ date, head, time, onSaved }} rooms={[]} onRemove={remove} />;
}

type NewDateProps = { room: string | null; time: GridTime; head: ReactNode; onSaved: (date: ScheduledMeetingDetail) => void };
/** A new date, once it is known where it can be: in the room of the calendar, else in the one that was used last. */
function NewDate({ room, time, ...props }: NewDateProps) {
  const say = scheduleText();
  const api = useApi(scheduleApi);
  const { data: choice } = useQuery(roomChoiceQuery(api));
  const { data: own } = useQuery({ ...roomQuery(api, room ?? ''), enabled: room !== null });
  const rooms = useMemo(() => {
    const editable = choice?.items.filter(({ rights, deletedAt }) => rights.edit && deletedAt === null);
    return own === undefined ? editable : editable && [own, ...editable.filter(({ id }) => id !== own.id)];
  }, [choice, own]);
  if (rooms !== undefined && rooms.length > 0 && (room === null || own !== undefined))
    return <DateForm date={null} rooms={rooms} time={time} onRemove={null} {...props} />;
  return (
    <>
      {props.head}
      <div className={s.body}>
        {rooms?.length === 0 ? (
          <Banner
            hue="blue"
            action={
              <LinkButton to="/rooms/add-room" size="xs">
                {say('form.createRoom')}
              </LinkButton>
            }
          >
            {say('form.noRooms')}
          </Banner>
        ) : (
          <Bone w="100%" h={320} />
        )}
      </div>
    </>
  );
}

/** A date beside the calendar: a new one, or the one that is open. */
export function DateDrawer({ subject, room, onClose, onMade }: DateDrawerProps) {
  const say = scheduleText();
  const toast = useToast();
  const refresh = useScheduleRefresh();
  const box = useDrawerFocus(onClose);
  const saved = () => {
    onClose();
    void refresh();
  };
  const onSaved = (date: ScheduledMeetingDetail) => {
    toast({ text: say('calendar.saved') });
    onMade(date);
    void refresh();
  };
  return (
    <section ref={box} className={s.drawer} role="dialog" aria-labelledby="date-title" tabIndex={-1}>
      {subject.name === null ? (
        <NewDate
          {...{ room, onSaved }}
          time={subject.time}
          head={<DrawerHead title={say('form.newTitle')} onClose={onClose} />}
        />
      ) : (
        <OpenDate name={subject.name} onClose={onClose} onSaved={saved} />
      )}
    </section>
  );
}
