import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Keys } from '#kit/ui/bits.tsx';
import d from './over.module.css';
import { useJumps } from './jump-keys.tsx';
import { shellText } from './shell-text.ts';

/** All keys in one place; each also stands where its action is. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const say = shellText();
  const jumps = useJumps();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
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
              <span>{say(`nav.${jump.word}`)}</span>
              <Keys keys={['G', jump.jump.toUpperCase()]} />
            </li>
          ))}
        </ul>
      </div>
      <form method="dialog" className={d.acts}>
        <Button type="submit">{say('keys.done')}</Button>
      </form>
    </dialog>
  );
}
