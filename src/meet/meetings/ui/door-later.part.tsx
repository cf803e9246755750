import type { ComponentProps } from 'react';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type * as Pages from './door-pages.part.tsx';

/** Most visitors walk straight in: what else the door may say is loaded when it is needed, or once the green room stands. */
const pages = () => import('./door-pages.part.tsx');

export const UnknownRoom = loadable<ComponentProps<typeof Pages.UnknownRoom>>(async () => (await pages()).UnknownRoom);
export const SignInFirst = loadable<ComponentProps<typeof Pages.SignInFirst>>(async () => (await pages()).SignInFirst);
export const Refused = loadable<ComponentProps<typeof Pages.Refused>>(async () => (await pages()).Refused);
export const Resting = loadable<ComponentProps<typeof Pages.Resting>>(async () => (await pages()).Resting);
export const Left = loadable<ComponentProps<typeof Pages.Left>>(async () => (await pages()).Left);
export const WaitingForHost = loadable<ComponentProps<typeof Pages.WaitingForHost>>(async () => (await pages()).WaitingForHost);
export const DoorCode = loadable<object>(async () => (await import('./door-code.part.tsx')).DoorCode);
