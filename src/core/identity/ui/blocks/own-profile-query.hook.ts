import type { LoadContext } from '#kit/ui/screen.ts';
import { identityApi } from '../identity-api.hook.ts';
import { profileQuery } from '../profile-queries.hook.ts';

/** What both parts of one's own profile ask before they are shown. */
export const profileNeeds = ({ api, queries }: LoadContext): readonly Promise<unknown>[] => [
  queries.ensureQueryData(profileQuery(api(identityApi).identity)),
];
