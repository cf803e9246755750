import { defineDomain } from '#kit/domain.ts';

export const roomsDomain = defineDomain({
  name: 'meet/rooms',
  server: async () => {
    const [{ roomsCalls }, { roomsHandlers }, { jobs }, { listeners }] = await Promise.all([
      import('./rooms.contract.ts'),
      import('./server/rooms.routes.ts'),
      import('./server/rooms.jobs.ts'),
      import('./server/rooms.events.ts'),
    ]);
    return { calls: { rooms: roomsCalls }, handlers: { rooms: roomsHandlers }, jobs, listeners };
  },
  screens: [
    { name: 'rooms', path: '/rooms', title: 'rooms.list.title', access: 'rooms.view' },
    { name: 'my-rooms', path: '/rooms/my-rooms', title: 'rooms.mine.title', access: 'rooms.view' },
    {
      name: 'room-add',
      path: '/rooms/add-room',
      title: 'rooms.form.newTitle',
      access: 'rooms.create',
    },
    {
      name: 'room-edit',
      path: '/rooms/edit-room/{id?}',
      access: 'rooms.edit',
    },
    {
      name: 'recycle-bin',
      path: '/rooms/recycle-bin',
      title: 'rooms.bin.title',
      access: 'rooms.delete',
    },
    { name: 'room', path: '/rooms/{id}', access: 'rooms.view' },
  ],
  navigation: [
    {
      path: '/rooms',
      word: 'rooms',
      icon: 'door',
      group: 'meet',
      place: 10,
      jump: 'r',
      tabs: ['/rooms', '/rooms/my-rooms', '/network/rooms', '/rooms/recycle-bin'],
      bottom: ['customer', 'vendor'],
    },
  ],
});
