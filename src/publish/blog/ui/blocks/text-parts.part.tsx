import { IconDoorEnter, IconPlayerPlay } from '@tabler/icons-react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { RichTextParts } from '#kit/ui/rich-text/rich-text-view.tsx';
import { textOf } from '#kit/ui/text/text-of.ts';
import { Time } from '#kit/ui/time.tsx';
import type { PostEmbed, PostPicture } from '../../reading.contract.ts';
import some from '../../text/en-US.json?only=embed&part.json';
import s from './text-parts.module.css';

type EnglishTexts = typeof import('../../text/en-US.json', { with: { type: 'json' }});
const english: Pick<EnglishTexts, 'embed'> = some;
const embedText = textOf('blog', english);

/** A room or recording as one link. */
function EmbedCard({ embed: { kind, name, path, startedAt, lengthMs } }: { embed: PostEmbed }) {
  const say = embedText();
  const Sign = kind === 'room' ? IconDoorEnter : IconPlayerPlay;
  return (
    <Link className={s.card} data-card to={path}>
      <span className={s.sign}>
        <Sign size={22} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={s.words}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <DotLine>
            {say(`embed.${kind}`)}
            {startedAt !== null && <Time at={startedAt} look="day" />}
            {lengthMs !== null && lengthMs > 0 && say('embed.minutes', { count: Math.max(1, Math.round(lengthMs / 60_000)) })}
          </DotLine>
        </small>
      </span>
      <span className={s.go}>{say(kind === 'room' ? 'embed.enter' : 'embed.watch')}</span>
    </Link>
  );
}

/** How pictures of the library, rooms and recordings are drawn in a text. */
export function partsOf({ pictures, embeds }: { pictures: readonly PostPicture[]; embeds: readonly PostEmbed[] }): RichTextParts {
  const byFile = new Map(pictures.map(({ file, src, width, height }) => [file, { src, width, height }]));
  return {
    picture: (file) => byFile.get(file) ?? null,
    embed: (kind, id) => {
      const embed = embeds.find((one) => one.kind === kind && one.id === id);
      return embed === undefined ? null : <EmbedCard embed={embed} />;
    },
  };
}
