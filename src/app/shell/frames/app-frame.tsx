import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useShortcut } from '#kit/ui/shortcut.ts';
import { slots } from '#app/shell/slots/slots.ts';
import s from './app-frame.module.css';
import { BottomBar } from './bottom-bar.tsx';
import { EntryTabs } from './entry-tabs.tsx';
import type { FrameProps } from './frame-props.ts';
import { JumpKeys } from '#app/shell/palette/jump-keys.tsx';
import { useSideBar } from '#app/shell/navigation/use-side-bar.ts';
import { SlotsProvider } from '#app/shell/page.tsx';
import { Queries } from '#app/shell/queries.tsx';
import { SideBar } from './side-bar.tsx';
import { shellText } from '#app/shell/shell-text.ts';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useDrawer } from './use-drawer.ts';
import { usePaletteKey, useTypedAhead } from '#app/shell/palette/use-palette-key.ts';

const Palette = loadable(async () => (await import('#app/shell/palette/palette.tsx')).Palette);
const ShortcutHelp = loadable(async () => (await import('#app/shell/palette/shortcut-help.tsx')).ShortcutHelp);

type FrameOverlay = 'none' | 'palette' | 'help';

/** For the signed-in, with what the domains show there. */
export function AppFrame(props: FrameProps) {
  return (
    <Queries>
      <SlotsProvider slots={slots}>
        <Around {...props} />
      </SlotsProvider>
    </Queries>
  );
}

/** Side bar, top bar, content. Below 960 px the side bar is a drawer that opens by swipe. */
function Around({ row, children }: FrameProps) {
  const say = shellText();
  const { choices, fold } = useSideBar();
  const drawer = useDrawer();
  const [over, setOver] = useState<FrameOverlay>('none');
  const { pathname } = useLocation();
  // printing in the dark scheme is no reason for an error: leaving the page may break this off
  useEffect(
    () =>
      void import('#app/shell/document/paper.ts').then(
        ({ watchPaper }) => watchPaper(),
        () => undefined,
      ),
    [],
  );
  const typed = useTypedAhead();
  const close = () => {
    // a palette that was never drawn has not taken the keys that are kept for it
    typed.take();
    setOver('none');
  };
  const search = () => {
    typed.opening();
    setOver('palette');
  };
  usePaletteKey(() => (over === 'palette' ? close() : search()));
  useShortcut('?', () => setOver('help'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what stands over the old one
  useEffect(() => {
    drawer.close();
    close();
  }, [pathname]);
  return (
    <div className={s.frame} data-folded={choices.look === 'folded' || undefined} data-drawer={drawer.open || undefined}>
      <SkipLink />
      <SideBar onFold={fold} onClose={drawer.close} onHelp={() => setOver('help')} />
      {drawer.open && (
        <button type="button" className={s.scrim} onClick={drawer.close} aria-label={say('frame.closeMenu')} tabIndex={-1} />
      )}
      <div className={s.page} inert={drawer.open !== undefined}>
        <TopBar row={row} onMenu={drawer.show} onSearch={search} />
        <EntryTabs row={row} />
        <main id="main" tabIndex={-1} className={`${s.main} ${s.wide}`}>
          {children}
        </main>
        <BottomBar />
      </div>
      <JumpKeys />
      {over === 'palette' && <Palette typed={typed.take} onClose={close} />}
      {over === 'help' && <ShortcutHelp onClose={close} />}
    </div>
  );
}
