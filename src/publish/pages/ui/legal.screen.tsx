import { useReader } from '#kit/ui/text/reader.tsx';
import { directionOf, localeFor } from '#kit/ui/text/locale.ts';
import { PageHead } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { type LoadContext, type ScreenModule, useLoaded } from '#kit/ui/screen.ts';
import { Time } from '#kit/ui/time.tsx';
import { type LegalPage, platformCalls } from '#core/platform/platform.contract.ts';
import type { LegalKind } from '#core/platform/platform.rules.ts';
import s from './legal.module.css';
import { pagesText } from './pages-text.hook.ts';

const legalApi = { platform: platformCalls };

/** A legal page: what the operator published, in the reader's language or the nearest that there is. */
export function legalScreen(kind: LegalKind): ScreenModule {
  const load = async ({ api, reader }: LoadContext): Promise<LegalPage> =>
    api(legalApi).platform.legalPage({ params: { kind }, query: { locale: reader.locale } });
  return { load, Screen: () => <Legal page={useLoaded<typeof load>()} /> };
}

function Legal({ page }: { page: LegalPage }) {
  const say = pagesText();
  const { locale } = useReader();
  const { html } = page;
  const written = localeFor(page.locale) ?? locale;
  return (
    <article className={s.page}>
      <PageHead
        title={say(`legal.${page.kind}`)}
        sub={
          <span className="quiet">
            <DotLine>
              {say('legal.version', { version: page.version })}
              <Time at={page.publishedAt} look="day" />
            </DotLine>
          </span>
        }
      />
      <div
        className={s.text}
        lang={written}
        dir={directionOf(written)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server makes it of Markdown without tags, with links of known kinds only
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </article>
  );
}
