import { defineDomain } from '#kit/domain.ts';

export const templatesDomain = defineDomain({
  name: 'core/templates',
  server: async () => {
    const { templatesCalls } = await import('./templates.contract.ts');
    return { calls: { templates: templatesCalls } };
  },
  screens: [
    {
      name: 'quill',
      path: '/quill',
      title: 'templates.list.title',
      access: 'templates.edit',
      screen: () => import('./ui/templates.screen.tsx'),
    },
  ],
  navigation: [{ path: '/quill', word: 'templates', icon: 'template', group: 'content', place: 40, rare: true }],
});
