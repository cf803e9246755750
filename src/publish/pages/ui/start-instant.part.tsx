import { personName } from '@atrium/bbb/person-name';
import { Button, TextInput } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useBotProof } from '#core/identity/ui/blocks/bot-proof.hook.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { meetingsCalls } from '#meet/meetings/meetings.contract.ts';
import { instantLimits, meetingLimits } from '#meet/meetings/meetings.rules.ts';
import { useGoToMeeting } from '#meet/meetings/ui/blocks/go-to-meeting.hook.ts';
import { roomLimits } from '#meet/rooms/rooms.rules.ts';
import s from './landing.module.css';
import { pagesText } from './pages-text.hook.ts';

const meetingsApi = { meetings: meetingsCalls };

/** For visitors, where the operator allows it: a name, and a short meeting runs. */
export function StartInstant() {
  const say = pagesText();
  const { meetings } = useApi(meetingsApi);
  const go = useGoToMeeting();
  const prove = useBotProof();
  const failureText = useFailureText(say);
  const [name, setName] = useState('');
  const [trouble, setTrouble] = useState('');
  const [busy, setBusy] = useState<'busy' | 'no'>('no');
  const field = useRef<HTMLInputElement>(null);
  const start = async (typed: string) => {
    setBusy('busy');
    try {
      const challenge = await prove('instant_meeting');
      const { url, slug } = await meetings.startInstant({ body: { name: typed, challenge } });
      await go(url, { back: `/m/${slug}` });
    } catch (error) {
      setTrouble(failureText(error));
    }
    setBusy('no');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTrouble('');
    // what was typed before the page came alive stands in the field only
    const typed = personName(field.current?.value ?? name);
    if (typed.length >= roomLimits.name.min) return void start(typed);
    setTrouble(say('landing.nameShort', { min: roomLimits.name.min }));
    field.current?.focus();
  };
  return (
    <>
      <form className={s.row} onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          size="lg"
          className={s.field}
          aria-label={say('landing.yourName')}
          placeholder={say('landing.yourName')}
          autoComplete="name"
          maxLength={meetingLimits.guestName}
          value={name}
          error={trouble === '' ? undefined : trouble}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setTrouble('');
          }}
        />
        <Button
          type="submit"
          variant="filled"
          size="lg"
          loading={busy === 'busy'}
          leftSection={<IconVideo size={20} stroke={1.75} />}
        >
          {say('landing.instant')}
        </Button>
      </form>
      <p className={s.note}>{say('landing.instantNote', { minutes: instantLimits.minutes, people: instantLimits.people })}</p>
    </>
  );
}
