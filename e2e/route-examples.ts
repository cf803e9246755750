/** Whose eyes: nobody signed in, the owner of a school, the operator. */
export type Eyes = 'guest' | 'owner' | 'operator';
/** An example of each screen of the route table, by the row's name; `path` is the row's own where it is left out. */
export type Example = { eyes: Eyes; path?: string; shows?: string };
export const examples: Readonly<Record<string, readonly Example[]>> = {
  landing: [{ eyes: 'guest' }],
  cookies: [{ eyes: 'guest' }],
  login: [{ eyes: 'guest' }, { eyes: 'guest', path: '/login?tab=sign-up', shows: 'sign-up' }],
  'verify-email': [{ eyes: 'guest' }],
  'complete-registration': [{ eyes: 'guest' }],
  'reset-password': [{ eyes: 'guest' }],
  'update-password': [{ eyes: 'guest' }],
  dashboard: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  profile: [{ eyes: 'owner' }],
  'profile-edit': [{ eyes: 'owner' }],
  'change-password': [{ eyes: 'owner' }],
  settings: [{ eyes: 'owner' }, { eyes: 'owner', path: '/settings?tab=audit', shows: 'audit' }],
  outbox: [{ eyes: 'operator' }],
  mail: [{ eyes: 'operator', path: '/outbox/{mail}' }],
  rooms: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  'my-rooms': [{ eyes: 'owner' }],
  'room-add': [{ eyes: 'owner' }],
  'room-edit': [{ eyes: 'owner', path: '/rooms/edit-room/{room}' }],
  'recycle-bin': [{ eyes: 'owner' }],
  'my-meetings': [{ eyes: 'owner' }],
  meeting: [{ eyes: 'owner', path: '/rooms/meeting/{meeting}' }],
  room: [{ eyes: 'owner', path: '/rooms/{room}' }],
  meetings: [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  'my-recordings': [{ eyes: 'owner' }],
  'all-recordings': [{ eyes: 'owner' }, { eyes: 'operator', shows: 'operator' }],
  'recordings-bin': [{ eyes: 'owner' }],
  playback: [{ eyes: 'guest', path: '/playback/no-such-recording', shows: 'unknown' }],
  servers: [{ eyes: 'operator' }, { eyes: 'operator', path: '/servers?server={server}', shows: 'drawer' }],
  'server-add': [{ eyes: 'operator' }],
  'server-edit': [
    { eyes: 'operator', path: '/servers/edit-server/{server}' },
    { eyes: 'operator', shows: 'choose' },
  ],
  'api-endpoint': [{ eyes: 'owner' }],
  plugins: [{ eyes: 'owner' }, { eyes: 'owner', path: '/plugins?program=moodle', shows: 'guide' }],
  door: [
    { eyes: 'guest', path: '/m/{slug}' },
    { eyes: 'guest', path: '/m', shows: 'code' },
    { eyes: 'guest', path: '/m/no-such-room', shows: 'unknown' },
  ],
};

/** The sample people with these eyes. */
export const emails = { owner: 'miriam@example.org', operator: 'operator@example.org' } as const;

/** The path of an example, `{room}` and the like still in braces; optional parameters are left out. */
export const pathOfExample = (row: { path: string }, example: Example | undefined): string =>
  example?.path ?? row.path.replace(/\/\{\w+\?\}$/, '');
