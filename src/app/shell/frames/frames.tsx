import { createElement } from 'react';
import type { SessionUser } from '#kit/ui/auth/session-user.ts';
import { type Loadable, loadable } from '#kit/ui/query/loadable.tsx';
import type { RouteRow } from '#app/shell/routing/route-row.ts';
import type { FrameProps } from './frame-props.ts';

type FrameName = 'app' | 'public' | 'meeting' | 'login';

const frames: Readonly<Record<FrameName, Loadable<FrameProps>>> = {
  app: loadable(async () => (await import('./app-frame.tsx')).AppFrame),
  public: loadable(async () => (await import('./public-frame.tsx')).PublicFrame),
  meeting: loadable(async () => (await import('./meeting-frame.tsx')).MeetingFrame),
  login: loadable(async () => (await import('./login-frame.tsx')).LoginFrame),
};
/** Source files, to find the style sheets of a frame while rendering. */
export const frameFiles: Readonly<Record<FrameName, string>> = {
  app: 'src/app/shell/frames/app-frame.tsx',
  public: 'src/app/shell/frames/public-frame.tsx',
  meeting: 'src/app/shell/frames/meeting-frame.tsx',
  login: 'src/app/shell/frames/login-frame.tsx',
};

/** The frame around a page; an unmatched one stands in the reader's usual frame. */
export function frameOf(row: RouteRow | null, user: SessionUser | null): FrameName {
  if (row?.layout === 'login') return 'login';
  const wished = row?.frame ?? (user === null ? 'public' : 'app');
  return wished === 'app' && user === null ? 'public' : wished;
}
/** The bar over a page while somebody acts for a customer: for those few, no part of everybody's first page. */
export const ActingBanner = loadable(async () => (await import('./acting-banner.tsx')).ActingBanner);

/** Everything that stands around the page of this person. */
export async function preloadFrame(row: RouteRow | null, user: SessionUser | null): Promise<void> {
  await Promise.all([frames[frameOf(row, user)].preload(), user?.acting === undefined ? null : ActingBanner.preload()]);
}

export function Frame({ user, row, children }: FrameProps & { user: SessionUser | null }) {
  return createElement(frames[frameOf(row, user)], { row, children });
}
