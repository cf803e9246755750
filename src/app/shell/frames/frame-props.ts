import type { ReactNode } from 'react';
import type { RouteRow } from '#app/shell/routing/route-row.ts';

export type FrameProps = { row: RouteRow | null; children: ReactNode };
