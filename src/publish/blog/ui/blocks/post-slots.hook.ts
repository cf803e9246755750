import type { ComponentType } from 'react';
import type { LoadContext } from '#kit/ui/screen.ts';

/** A newsletter that readers of a post may subscribe to. */
type OfferedNewsletter = { id: string; name: string; description: string; rhythm: string };
/** What the newsletter, which comes later in rank, brings to a post. */
export type PostSlots = {
  newsletters: (context: LoadContext) => Promise<OfferedNewsletter[]>;
  SignUp: ComponentType<{ lists: readonly OfferedNewsletter[]; source: string; place: 'post' }>;
};
