import { Button, Switch } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Keys } from '#kit/ui/bits.tsx';
import { lettersOn, turnLetters } from '#kit/ui/shortcut.ts';
import d from '#app/shell/frames/over.module.css';
import { useJumps } from './jump-keys.tsx';
import { navigationWord, shellText } from '#app/shell/shell-text.ts';

/** All keys in one place; each also stands where its action is. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const say = shellText();
  const jumps = useJumps();
  const dialog = useRef<HTMLDialogElement>(null);
  const [letters, setLetters] = useState(lettersOn);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }, []);
  const general = [
    { keys: ['Ctrl', 'K'], word: say('keys.palette') },
    { keys: ['/'], word: say('keys.search') },
    { keys: ['?'], word: say('keys.help') },
    { keys: ['J', 'K'], word: say('keys.move') },
    { keys: ['X'], word: say('keys.select') },
    { keys: ['Esc'], word: say('keys.close') },
  ];
  return (
    <dialog ref={dialog} className={d.help} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">{say('keys.title')}</h2>
      <div className={d.columns}>
        <ul>
          {general.map((line) => (
            <li key={line.word}>
              <span>{line.word}</span>
              <Keys keys={line.keys} />
            </li>
          ))}
        </ul>
        <ul>
          {jumps.map((jump) => (
            <li key={jump.path}>
              <span>{navigationWord(say, jump)}</span>
              <Keys keys={['G', jump.jump.toUpperCase()]} />
            </li>
          ))}
        </ul>
      </div>
      <Switch
        className={d.turn ?? ''}
        label={say('keys.single')}
        checked={letters}
        onChange={({ currentTarget: { checked } }) => {
          turnLetters(checked ? 'on' : 'off');
          setLetters(checked);
        }}
      />
      <form method="dialog" className={d.acts}>
        <Button type="submit">{say('keys.done')}</Button>
      </form>
    </dialog>
  );
}
