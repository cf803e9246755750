import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ClientConfig } from '#kit/client-config.ts';
import { localeFacts } from '#kit/facts.ts';
import { ApiProvider } from '#kit/ui/query/api.tsx';
import { AskProvider } from '#kit/ui/overlay/ask.tsx';
import { AuthProvider } from '#kit/ui/auth/auth.tsx';
import { ConfigProvider } from '#kit/ui/config.tsx';
import { PageTitlesProvider } from '#kit/ui/page.tsx';
import { directionOf } from '#kit/ui/text/locale.ts';
import { type Reader, ReaderProvider } from '#kit/ui/text/reader.tsx';
import { resolver } from '#kit/ui/theme/resolver.ts';
import { theme } from '#kit/ui/theme/theme.ts';
import { ToastProvider } from '#kit/ui/overlay/toast.tsx';
import { WaysOutProvider } from '#kit/ui/way-out.tsx';
import { AuthTroubles } from './auth-troubles.tsx';
import type { PageContext } from './page-context.ts';

const minute = 60_000;
/** "Now" of the page: as rendered at first, then by the minute. */
function useNow(first: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The zone of this machine, once the page stands; a person's own setting wins over it. */
function useZone(page: PageContext): string {
  const [zone, setZone] = useState(page.zone);
  const user = useSyncExternalStore(page.auth.subscribe, page.auth.state, page.auth.state).user;
  useEffect(() => setZone(user?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone), [user?.zone]);
  return zone;
}

function useReaderOf(page: PageContext): Reader {
  const language = useSyncExternalStore(page.language.subscribe, page.language.get, page.language.get);
  const zone = useZone(page);
  const now = useNow(page.now);
  return useMemo(
    () => ({
      ...language,
      dir: directionOf(language.locale),
      zone,
      now,
      setLocale: (locale) => page.language.use(locale, 'keep'),
    }),
    [language, zone, now, page],
  );
}

/** Keeps `<html lang dir>` and the kit's direction with the language. */
function DocumentLanguage({ reader }: { reader: Reader }) {
  const { setDirection } = useDirection();
  useEffect(() => {
    document.documentElement.lang = reader.locale;
    document.documentElement.dir = reader.dir;
    setDirection(reader.dir);
  }, [reader.locale, reader.dir, setDirection]);
  return null;
}

/** The page's configuration with the look of the account that somebody signed in to since it was loaded. */
function useBrandedConfig({ auth, config }: PageContext): ClientConfig {
  const { user } = useSyncExternalStore(auth.subscribe, auth.state, auth.state);
  const brand = user === null ? config.brand : (user.brand ?? null);
  const accent = brand?.accent ?? null;
  const drawn = useRef(config.brand?.accent ?? null);
  useEffect(() => {
    if (drawn.current === accent) return;
    drawn.current = accent;
    // few sign in to another look than the page came with
    void import('./document/brand-style.ts').then(({ brandCss, brandStyleId }) => {
      const style = document.getElementById(brandStyleId);
      if (style !== null && drawn.current === accent) style.textContent = brandCss(accent);
    });
  }, [accent]);
  return useMemo(() => ({ ...config, brand }), [config, brand]);
}

export function Providers({ page, children }: { page: PageContext; children: ReactNode }) {
  const reader = useReaderOf(page);
  const config = useBrandedConfig(page);
  return (
    <DirectionProvider initialDirection={directionOf(page.language.get().locale ?? localeFacts.fallback)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        defaultColorScheme="auto"
        getStyleNonce={() => page.nonce}
        // in the head of every page already, see kit-style
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <ConfigProvider config={config}>
          <ApiProvider api={page.api}>
            <AuthProvider auth={page.auth}>
              <PageTitlesProvider titles={page.titles}>
                <ReaderProvider reader={reader}>
                  <DocumentLanguage reader={reader} />
                  <WaysOutProvider>
                    <ToastProvider>
                      <AuthTroubles auth={page.auth} />
                      <AskProvider>{children}</AskProvider>
                    </ToastProvider>
                  </WaysOutProvider>
                </ReaderProvider>
              </PageTitlesProvider>
            </AuthProvider>
          </ApiProvider>
        </ConfigProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
