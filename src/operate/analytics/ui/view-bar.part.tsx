import { Button, Switch } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { analyticsText } from './analytics-text.hook.ts';
import { usualQuestion } from './explorer-address.hook.ts';
import type { ExplorerControls } from './explorer-state.hook.ts';
import s from './explorer.module.css';

const NameDialog = loadable(async () => (await import('./view-dialogs.part.tsx')).NameDialog);

/** Saved questions: one's own and those that others share. */
export function ViewMenu({ explorer: { view, views, show, remove } }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  const ask = useAsk();
  const removeView = async () => {
    if (view === null) return;
    const question = { title: say('view.removeTitle', { name: view.name }), verb: say('view.remove'), safe: say('cancel') };
    if (await ask(question)) await remove(view);
  };
  return (
    <LazyMenu
      position="bottom-start"
      button={(props) => (
        <Button
          {...props}
          className={s.views ?? ''}
          justify="space-between"
          leftSection={<IconBookmark size={16} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          <bdi className="cut">{view?.name ?? say('view.choose')}</bdi>
        </Button>
      )}
    >
      {() => (
        <>
          <MenuItem onClick={() => show({ view: null, question: usualQuestion, chart: 'lines' })}>{say('view.fresh')}</MenuItem>
          {views.map((one) => (
            <MenuItem key={one.id} onClick={() => show({ view: one, question: one.question, chart: one.chart })}>
              <bdi>{one.name}</bdi>
              {!one.mine && <span className="quiet"> {say('view.by', { name: one.owner.name })}</span>}
            </MenuItem>
          ))}
          {view?.mine === true && (
            <>
              <MenuDivider />
              <MenuItem onClick={() => void removeView()}>{say('view.remove')}</MenuItem>
            </>
          )}
        </>
      )}
    </LazyMenu>
  );
}

function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Save, save under another name, and share with the account. */
export function ViewActs({ explorer }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  const { view, saved, save, saveAs, share } = explorer;
  const [naming, setNaming] = useState<'closed' | 'open'>('closed');
  const mine = view?.mine === true;
  const press = () => {
    if (saved) return;
    if (mine) void save();
    else setNaming('open');
  };
  useSaveKey(press);
  return (
    <>
      {mine && (
        <Switch
          label={say('view.share')}
          checked={view.shared}
          onChange={({ currentTarget }) => void share(currentTarget.checked ? 'shared' : 'own')}
        />
      )}
      {view !== null && <Button onClick={() => setNaming('open')}>{say('view.saveAs')}</Button>}
      <Button variant="filled" disabled={saved} onClick={press}>
        {say('view.save')}
      </Button>
      {naming === 'open' && (
        <Suspense>
          <NameDialog onName={saveAs} onClose={() => setNaming('closed')} />
        </Suspense>
      )}
    </>
  );
}

/** Why saving did not work; another person's change is shown before it is written over. */
export function ViewFailure({ explorer: { failure, conflict, takeTheirs } }: { explorer: ExplorerControls }) {
  const say = analyticsText();
  const failureText = useFailureText(say);
  if (failure === null) return null;
  return (
    <Banner
      hue="red"
      action={
        conflict && (
          <Button size="xs" onClick={() => void takeTheirs()}>
            {say('view.theirs')}
          </Button>
        )
      }
    >
      {failureText(failure)}
    </Banner>
  );
}
