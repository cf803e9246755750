import type { DomainScreen } from '#kit/domain.ts';
import type { ScreenModule } from '#kit/ui/screen.ts';

/** One line of the route table: what a domain declares, with its screen. */
export type RouteRow = DomainScreen & {
  screen: () => Promise<ScreenModule>;
  /** Source file of the screen, filled in by the build, to find its style sheets and chunks. */
  file?: string;
};

/** `{id?}` → `:id?`, the router's notation. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)(\??)\}/g, ':$1$2');

export type RouteHandle = { row: RouteRow | null };
