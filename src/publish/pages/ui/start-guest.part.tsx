import { Button, TextInput } from '@mantine/core';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '#kit/ui/config.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { slugIn } from '#meet/rooms/rooms.rules.ts';
import s from './landing.module.css';
import { pagesText } from './pages-text.hook.ts';

const StartInstant = loadable(async () => (await import('./start-instant.part.tsx')).StartInstant);

/** Who was invited enters what they were sent; it is checked at the room's door. */
function EnterCode() {
  const say = pagesText();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // what was typed before the page came alive stands in the field only
    const typed = field.current?.value ?? text;
    const slug = slugIn(typed);
    if (slug !== null) return void navigate(`/m/${slug}`);
    setWrong(say(typed.trim() === '' ? 'landing.codeEmpty' : 'landing.codeWrong'));
    field.current?.focus();
  };
  return (
    <form className={s.enter} onSubmit={submit} noValidate>
      <label className={s.enterLabel} htmlFor="room-code">
        {say('landing.invited')}
      </label>
      <div className={s.row}>
        <TextInput
          ref={field}
          id="room-code"
          size="lg"
          className={s.field}
          placeholder={say('landing.codeLabel')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir={text === '' ? undefined : 'ltr'}
          value={text}
          error={wrong === '' ? undefined : wrong}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setWrong('');
          }}
        />
        <Button type="submit" size="lg" variant="default">
          {say('landing.join')}
        </Button>
      </div>
    </form>
  );
}

/** `join: 'open'`: new accounts can be made here by anybody. */
export function StartGuest({ join }: { join: 'open' | 'closed' }) {
  const say = pagesText();
  const { instantMeetings } = useConfig();
  return (
    <>
      {instantMeetings ? (
        <Suspense fallback={<div className={s.startPlace} />}>
          <StartInstant />
        </Suspense>
      ) : (
        <LinkButton to={join === 'open' ? '/login?tab=sign-up' : '/login'} variant="filled" size="lg" className={s.start}>
          {say(join === 'open' ? 'call.signUp' : 'landing.signIn')}
        </LinkButton>
      )}
      <EnterCode />
    </>
  );
}
