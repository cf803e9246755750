import { rememberedFor } from '#kit/remembered.ts';

/** What this device remembers of the side bar: entries by their paths. A cookie, so that the server draws it the same. */
export type SideBarChoices = { look: 'folded' | 'wide'; pinned: readonly string[]; visited: readonly string[] };
export type SideBarStore = {
  get: () => SideBarChoices;
  subscribe: (listener: () => void) => () => void;
  change: (changed: Partial<SideBarChoices>) => void;
};
/** Its text, and what writes the next one. */
export type SideBarCookie = { text: string; keep: (text: string) => void };

function readChoices(text: string): SideBarChoices {
  const kept = new URLSearchParams(text);
  return {
    look: kept.get('look') === 'folded' ? 'folded' : 'wide',
    pinned: kept.getAll('pinned'),
    visited: kept.getAll('visited'),
  };
}
const textOfChoices = ({ look, pinned, visited }: SideBarChoices): string =>
  new URLSearchParams([
    ['look', look],
    ...pinned.map((path) => ['pinned', path]),
    ...visited.map((path) => ['visited', path]),
  ]).toString();

/** One store for each page context. It comes with the frame: the login page needs none. */
export const sideBarStore = rememberedFor(({ text, keep }: SideBarCookie): SideBarStore => {
  const listeners = new Set<() => void>();
  const state: { choices: SideBarChoices } = { choices: readChoices(text) };
  return {
    get: () => state.choices,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: (changed) => {
      state.choices = { ...state.choices, ...changed };
      keep(textOfChoices(state.choices));
      for (const listener of listeners) listener();
    },
  };
});
