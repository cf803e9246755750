import {
  IconBrandFacebook,
  IconBrandLinkedin,
  IconBrandWhatsapp,
  IconBrandX,
  IconCheck,
  IconLink,
  IconMail,
  IconPrinter,
} from '@tabler/icons-react';
import { useCopy } from '#kit/ui/copy.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { readerText } from './blocks/reader-text.hook.ts';
import s from './post.module.css';

type SharedLink = { address: string; title: string };
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
/** Plain links: nobody else's script, and nobody learns of a reader who does not press. */
const networks = [
  {
    name: 'X',
    icon: IconBrandX,
    href: ({ address, title }: SharedLink) => `https://x.com/intent/post?${query({ url: address, text: title })}`,
  },
  {
    name: 'Facebook',
    icon: IconBrandFacebook,
    href: ({ address }: SharedLink) => `https://www.facebook.com/sharer/sharer.php?${query({ u: address })}`,
  },
  {
    name: 'LinkedIn',
    icon: IconBrandLinkedin,
    href: ({ address }: SharedLink) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url: address })}`,
  },
  {
    name: 'WhatsApp',
    icon: IconBrandWhatsapp,
    href: ({ address, title }: SharedLink) => `https://wa.me/?${query({ text: `${title} ${address}` })}`,
  },
] as const;

function CopyLink({ address }: { address: string }) {
  const say = readerText();
  const kit = kitText();
  const { state, copy } = useCopy();
  const Icon = state === 'yes' ? IconCheck : IconLink;
  const word = state === 'yes' ? kit('copy.copied') : state === 'failed' ? kit('copy.failed') : say('post.copy');
  return (
    <>
      <button type="button" className={s.way} onClick={() => void copy(address)}>
        <Icon size={16} stroke={1.75} />
        {word}
      </button>
      <span className="hidden" role="status">
        {state === 'no' ? '' : word}
      </span>
    </>
  );
}

/** `place`: a column beside the text on wide screens, a row after it on narrow ones. */
export function ShareLinks({ shared, place }: { shared: SharedLink; place: 'column' | 'row' }) {
  const say = readerText();
  const { address, title } = shared;
  return (
    <aside className={place === 'column' ? s.rail : s.shareRow} aria-label={say('post.share')}>
      {place === 'column' && <h2>{say('post.share')}</h2>}
      <CopyLink address={address} />
      <a className={s.way} href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}>
        <IconMail size={16} stroke={1.75} />
        {say('post.email')}
      </a>
      {networks.map(({ name, icon: Icon, href }) => (
        <a key={name} className={s.way} href={href(shared)} target="_blank" rel="noopener noreferrer">
          <Icon size={16} stroke={1.75} />
          <bdi lang="en">{name}</bdi>
        </a>
      ))}
      <button type="button" className={s.way} onClick={() => window.print()}>
        <IconPrinter size={16} stroke={1.75} />
        {say('post.print')}
      </button>
    </aside>
  );
}
