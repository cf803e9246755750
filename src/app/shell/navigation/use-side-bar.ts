import { useSyncExternalStore } from 'react';
import { usePage } from '#app/shell/page.tsx';
import { type SideBarChoices, sideBarStore } from './side-bar-choices.ts';

type SideBarVerbs = {
  choices: SideBarChoices;
  /** Folds the side bar, or unfolds it. */
  fold: () => void;
  /** Pins the entry, or unpins it. */
  pin: (path: string) => void;
  visit: (path: string) => void;
};
export function useSideBar(): SideBarVerbs {
  const sideBar = sideBarStore(usePage().sideBar);
  const choices = useSyncExternalStore(sideBar.subscribe, sideBar.get, sideBar.get);
  const { look, pinned, visited } = choices;
  return {
    choices,
    fold: () => sideBar.change({ look: look === 'folded' ? 'wide' : 'folded' }),
    pin: (path) => sideBar.change({ pinned: pinned.includes(path) ? pinned.filter((one) => one !== path) : [...pinned, path] }),
    visit: (path) => sideBar.change({ visited: [...visited, path] }),
  };
}
