import s from './skip-link.module.css';
import { shellText } from '#app/shell/shell-text.ts';

/** First stop of the keyboard: past the frame, to the content. */
export function SkipLink() {
  const say = shellText();
  return (
    <a className={s.skip} href="#main">
      {say('frame.skip')}
    </a>
  );
}
