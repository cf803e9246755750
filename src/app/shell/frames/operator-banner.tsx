import { IconSpeakerphone, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { platformCalls } from '#core/platform/platform.contract.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ClientConfig } from '#kit/client-config.ts';
import { useConfig } from '#kit/ui/config.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import s from './notices.module.css';

const bannerApi = { platform: platformCalls };
const againMs = 120_000;
type OperatorBannerText = ClientConfig['banner'];

/** The banner that came with the page, refreshed every two minutes while somebody looks, so that open pages see changes too. */
function useBanner(): OperatorBannerText {
  const { banner } = useConfig();
  const { platform } = useApi(bannerApi);
  const { locale } = useReader();
  const [told, setTold] = useState<OperatorBannerText>(banner);
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // a banner that cannot be asked for stays as it is
      platform.banner({ query: { locale } }).then(
        (answer) => setTold(answer.banner),
        () => undefined,
      );
    };
    const timer = setInterval(ask, againMs);
    return () => clearInterval(timer);
  }, [platform, locale]);
  return told;
}

/** The operator's message to everybody, above every page; readers can dismiss it until the text changes. */
export function OperatorBanner({ over }: { over: 'page' | 'meeting' }) {
  const kit = kitText();
  const { now } = useReader();
  const banner = useBanner();
  const [read, setRead] = useState('');
  if (banner === null || banner.text === read || (banner.until !== null && banner.until <= now)) return null;
  return (
    <aside className={s.operator} data-over={over} lang={banner.locale}>
      <IconSpeakerphone size={18} stroke={1.75} className="turn" />
      <p className="grow" dir="auto">
        {banner.text}
      </p>
      <IconButton aria-label={kit('toast.close')} onClick={() => setRead(banner.text)}>
        <IconX size={18} stroke={1.75} />
      </IconButton>
    </aside>
  );
}
