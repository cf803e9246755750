import { defineDomain } from '#kit/domain.ts';

export const recordingsDomain = defineDomain({
  name: 'meet/recordings',
  server: async () => {
    const [{ recordingsCalls }, { recordingsHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./recordings.contract.ts'),
      import('./server/recordings.routes.ts'),
      import('./server/recordings.jobs.ts'),
      import('./server/recordings.events.ts'),
    ]);
    return { calls: { recordings: recordingsCalls }, handlers: { recordings: recordingsHandlers }, jobs, listeners };
  },
  http: [
    () => import('./server/http/recording-files.http.ts'),
    () => import('./server/http/presentation-files.http.ts'),
    () => import('./server/http/recording-uploads.http.ts'),
  ],
  search: () => import('./server/search/recordings.search.ts'),
  mailThing: () => import('./server/mail/recording-thing.service.ts'),
  screens: [
    {
      name: 'my-recordings',
      path: '/recordings/myRecordings',
      title: 'recordings.mine.title',
      access: 'recordings.view',
      screen: () => import('./ui/my-recordings.screen.tsx'),
    },
    {
      name: 'all-recordings',
      path: '/recordings/allRecordings',
      title: 'recordings.all.title',
      access: 'recordings.view',
      screen: () => import('./ui/all-recordings.screen.tsx'),
    },
    {
      name: 'recordings-bin',
      path: '/recordings/bin',
      title: 'recordings.bin.title',
      access: 'recordings.delete',
      screen: () => import('./ui/recordings-bin.screen.tsx'),
    },
    {
      name: 'playback',
      path: '/playback/{recordId}/{format?}',
      under: '/recordings/myRecordings',
      access: 'all',
    },
  ],
  navigation: [
    {
      path: '/recordings/myRecordings',
      word: 'recordings',
      icon: 'recording',
      group: 'meet',
      place: 40,
      tabs: ['/recordings/myRecordings', '/recordings/allRecordings', '/recordings/bin'],
      bottom: ['customer', 'vendor'],
    },
  ],
});
