import { createContext, type PointerEvent, type RefObject, useContext } from 'react';
import type { PageFrame } from '#topics/slides/ui/page-geometry.ts';
import type { ShownPage } from '#topics/slides/ui/shown-page.ts';
import type { ViewControl } from '#topics/slides/ui/view-control.ts';

/** What the pointer does to the page besides moving it. */
export type PageMode = 'none' | 'laser' | 'drawing';

/** Pointers of the page, while somebody draws on it. */
export type PagePointers = {
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  cancel(event: PointerEvent): void;
  leave(): void;
  /** The pointer that is down draws, so it does not move the page. */
  isDrawing(): boolean;
};

/** The shown page, for what another topic lays over it. */
export type PageLayer = {
  shown: ShownPage;
  frame: PageFrame;
  control: ViewControl;
  well: RefObject<HTMLDivElement | null>;
  mode: PageMode;
  /** Null: nobody draws here. */
  pointers: RefObject<PagePointers | null>;
  /** What is drawn goes over the paper, tools in the place of the small pages, and a menu at the end of the bar. */
  slots: { paper: HTMLElement | null; tools: HTMLElement | null; menu: HTMLElement | null };
};

const Context = createContext<PageLayer | null>(null);
export const PageLayerProvider = Context;
export const usePageLayer = (): PageLayer | null => useContext(Context);
