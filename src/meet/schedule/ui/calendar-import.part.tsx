import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { CalendarFile, CalendarFileMeeting, CalendarImportResult } from '../calendar-file.contract.ts';
import { type CalendarImport, useCalendarImport } from './calendar-import.hook.ts';
import s from './calendar-import.module.css';
import { useCalendarWords } from './calendar-words.hook.ts';
import { ruleText } from './repeat-words.hook.ts';
import { roomChoiceQuery, scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

function FileDrop({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const say = scheduleText();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  return (
    <section
      className={s.drop}
      aria-label={say('import.file')}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        accept=".ics,.ical,.ifb,.vcs,text/calendar"
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          currentTarget.value = '';
        }}
      />
      <Button
        size="md"
        variant="filled"
        loading={busy}
        leftSection={<IconFileUpload size={16} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        {say('import.choose')}
      </Button>
      <p className="small quiet">{say('import.drop')}</p>
    </section>
  );
}

function MeetingRow({ meeting, children }: { meeting: CalendarFileMeeting; children: ReactNode }) {
  const say = scheduleText();
  const time = useTimeText();
  const words = useCalendarWords();
  const { title, nextAt, repeat, guests, notes, zone } = meeting;
  const facts = [
    time(nextAt, 'full'),
    ...(repeat === null ? [] : [ruleText(repeat, say, words)]),
    ...(guests.length === 0 ? [] : [say('import.guests', { count: guests.length })]),
  ];
  return (
    <li className={s.row}>
      {children}
      <div>
        <bdi className="strong">{title || say('import.untitled')}</bdi>
        <p className="small soft">
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </p>
        {notes.map((note) => (
          <p key={note} className={s.note}>
            {say(`import.note.${note}`, { zone: zone.replaceAll('_', ' ') })}
          </p>
        ))}
      </div>
    </li>
  );
}

function SkippedMeetings({ skipped }: Pick<CalendarFile, 'skipped'>) {
  const say = scheduleText();
  const count = skipped.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  return (
    <details className={s.skipped}>
      <summary>{say('import.skipped', { count })}</summary>
      <ul>
        {skipped.map(({ title, reason, count: many }) => (
          <li key={`${title} ${reason}`} className="small">
            <bdi>{title || say('import.untitled')}</bdi>
            {many > 1 && ` × ${many}`}: {say(`import.skip.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function ChosenMeetings({ work, file }: { work: CalendarImport; file: CalendarFile }) {
  const say = scheduleText();
  const { left, toggle, toggleAll } = work;
  return (
    <>
      {file.meetings.length === 0 ? (
        <Banner hue="amber">{say('import.nothing')}</Banner>
      ) : (
        <Checkbox
          label={say('import.all', { count: file.meetings.length })}
          checked={left.size === 0}
          indeterminate={left.size > 0 && left.size < file.meetings.length}
          onChange={() => toggleAll(file)}
        />
      )}
      <ul className={s.list}>
        {file.meetings.map((meeting) => (
          <MeetingRow key={meeting.sourceUid} meeting={meeting}>
            <Checkbox
              aria-label={meeting.title || say('import.untitled')}
              checked={!left.has(meeting.sourceUid)}
              onChange={() => toggle(meeting.sourceUid)}
            />
          </MeetingRow>
        ))}
      </ul>
      <SkippedMeetings skipped={file.skipped} />
    </>
  );
}

function ImportOutcome({ file, result }: { file: CalendarFile; result: CalendarImportResult }) {
  const say = scheduleText();
  const titles = new Map(file.meetings.map(({ sourceUid, title }) => [sourceUid, title]));
  return (
    <div role="status" className={s.outcome}>
      <p className="strong">{say('import.imported', { count: result.imported })}</p>
      {result.known > 0 && <p>{say('import.known', { count: result.known })}</p>}
      {result.refused.map(({ sourceUid, reason }) => (
        <p key={sourceUid} className={s.note}>
          <bdi>{titles.get(sourceUid) || say('import.untitled')}</bdi>: {say(`import.refused.${reason}`)}
        </p>
      ))}
    </div>
  );
}

type DialogBodyProps = {
  work: CalendarImport;
  rooms: readonly { id: string; name: string }[];
  onRoom: (id: string) => void;
  roomId: string;
};
function DialogBody({ work, rooms, roomId, onRoom }: DialogBodyProps) {
  const say = scheduleText();
  const { step, trouble } = work;
  return (
    <div className={s.body}>
      {trouble !== null && <Banner hue="red">{trouble}</Banner>}
      {step.name !== 'done' && (
        <NativeSelect
          size="md"
          label={say('import.room')}
          value={roomId}
          disabled={step.name === 'running'}
          data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => onRoom(currentTarget.value)}
        />
      )}
      {(step.name === 'choose' || step.name === 'reading') && <FileDrop busy={step.name === 'reading'} onFile={work.read} />}
      {step.name === 'chosen' && <ChosenMeetings work={work} file={step.file} />}
      {step.name === 'running' && (
        <div role="status" className={s.outcome}>
          <progress value={step.done} max={step.all} aria-label={say('import.running', { done: step.done, count: step.all })} />
          <p className="small soft">{say('import.running', { done: step.done, count: step.all })}</p>
        </div>
      )}
      {step.name === 'done' && <ImportOutcome file={step.file} result={step.result} />}
    </div>
  );
}

/** Meetings from a file of another calendar: read, looked at, then scheduled in a room. */
export function CalendarImportDialog({ room, onClose }: { room: string | null; onClose: () => void }) {
  const say = scheduleText();
  const { data } = useQuery(roomChoiceQuery(useApi(scheduleApi)));
  const rooms = (data?.items ?? []).filter(({ rights }) => rights.edit);
  const [chosenRoom, setChosenRoom] = useState(room);
  const roomId = chosenRoom ?? rooms[0]?.id ?? '';
  const work = useCalendarImport(roomId);
  const [invites, setInvites] = useState<'invite' | 'quiet'>('quiet');
  const { step, left } = work;
  const chosen = step.name === 'chosen' ? step.file.meetings.filter(({ sourceUid }) => !left.has(sourceUid)) : [];
  const guests = new Set(chosen.flatMap((one) => one.guests)).size;
  return (
    <Dialog title={say('import.title')} lead={say('import.lead')} width={560} onClose={onClose}>
      <DialogBody {...{ work, rooms, roomId }} onRoom={setChosenRoom} />
      {guests > 0 && (
        <Checkbox
          label={say('import.invite', { count: guests })}
          checked={invites === 'invite'}
          onChange={({ currentTarget }) => setInvites(currentTarget.checked ? 'invite' : 'quiet')}
        />
      )}
      <div className={dialogs.acts}>
        <Button size="md" variant={step.name === 'done' ? 'filled' : 'default'} onClick={onClose}>
          {say(step.name === 'done' ? 'feed.done' : 'form.close')}
        </Button>
        {step.name === 'chosen' && step.file.meetings.length > 0 && (
          <Button
            size="md"
            variant="filled"
            disabled={chosen.length === 0 || roomId === ''}
            onClick={() => void work.importChosen(step.file, invites)}
          >
            {say('import.go', { count: chosen.length })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
