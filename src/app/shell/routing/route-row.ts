import type { Access } from '#kit/contract.ts';
import type { ScreenModule } from '#kit/ui/screen.ts';

/** One line of the route table: a URL, its screen, its frame and who may see it. */
export type RouteRow = {
  /** Unique; dots and dashes. */
  name: string;
  /** `/rooms/edit-room/{id?}`: a parameter in braces, with `?` when it may be left out. */
  path: string;
  /** Title of the page, `<namespace>.<key>` of the English texts; without it the screen sets its own. */
  title?: string;
  layout: 'default' | 'login';
  /** Of the default layout. Left out: the app's for the signed-in, the public one for guests. */
  frame?: 'app' | 'public' | 'meeting';
  access: Access;
  guards?: readonly string[];
  /** Of a page for guests that asks while it stands, as others for guests do not. */
  asks?: 'queries';
  screen: () => Promise<ScreenModule>;
  /** Source file of the screen, filled in by the build, to find its style sheets and chunks. */
  file?: string;
};

/** `{id?}` → `:id?`, the router's notation. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)(\??)\}/g, ':$1$2');

export type Handle = { row: RouteRow | null };
