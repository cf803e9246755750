import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { recordingsText } from '../recordings-text.hook.ts';
import s from './player.module.css';

type PosterProps = { name: string; picture: string | null; over: 'slide' | 'pictures'; onPlay: () => void };

/** Stands on the stage until it first plays: cameras begin with black. Over a slide it lets the slide be seen. */
export function Poster({ name, picture, over, onPlay }: PosterProps) {
  const say = recordingsText();
  return (
    <button type="button" className={s.poster} data-over={over} aria-label={say('acts.playOf', { name })} onClick={onPlay}>
      {over === 'pictures' && (picture === null ? <b dir="auto">{name}</b> : <img src={picture} alt="" />)}
      <span className={s.posterPlay}>
        <IconPlayerPlayFilled size={32} />
      </span>
    </button>
  );
}
