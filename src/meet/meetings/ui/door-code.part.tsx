import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { slugIn } from '#meet/rooms/rooms.rules.ts';
import { DoorFrame } from './door-frame.part.tsx';
import s from './door.module.css';
import { meetingsText } from './meetings-text.hook.ts';

/** For who has a link or a code but not the link at hand. */
export function DoorCode() {
  const say = meetingsText();
  const navigate = useNavigate();
  const { loggedIn } = useAuth();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const field = useRef<HTMLInputElement>(null);
  usePageTitle(say('door.codeTitle'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const slug = slugIn(text);
    if (slug !== null) return void navigate(`/m/${slug}`);
    setWrong(say(text.trim() === '' ? 'door.codeEmpty' : 'door.codeWrong'));
    field.current?.focus();
  };
  return (
    <DoorFrame>
      <section className={s.one}>
        <h1>{say('door.codeTitle')}</h1>
        <p>{say('door.codeLead')}</p>
        <form className={s.form} onSubmit={submit} noValidate>
          <div>
            <label className={s.label} htmlFor="door-code">
              {say('door.codeLabel')}
            </label>
            <input
              ref={field}
              id="door-code"
              className={s.input}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              aria-invalid={wrong === '' ? undefined : true}
              aria-describedby="door-code-hint"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setWrong('');
              }}
            />
            {wrong === '' ? (
              <p id="door-code-hint" className={s.hint}>
                {say('door.codeHint')}
              </p>
            ) : (
              <p id="door-code-hint" className={s.wrong} role="alert">
                <IconAlertCircle size={14} stroke={2} />
                {wrong}
              </p>
            )}
          </div>
          <Button type="submit" size="lg" variant="filled" fullWidth>
            {say('door.codeGo')}
          </Button>
        </form>
        {!loggedIn && (
          <p className={s.hint}>
            {say('door.codeSignIn')}{' '}
            <LinkButton to="/login" variant="transparent" size="xs">
              {say('door.signIn')}
            </LinkButton>
          </p>
        )}
      </section>
    </DoorFrame>
  );
}
