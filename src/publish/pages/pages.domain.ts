import { defineDomain } from '#kit/domain.ts';

export const pagesDomain = defineDomain({
  name: 'publish/pages',
  screens: [
    {
      name: 'landing',
      path: '/',
      frame: 'public',
      access: 'all',
      guests: 'same',
      screen: () => import('./ui/landing.screen.tsx'),
    },
    { name: 'cookies', path: '/cookies', title: 'cookies.title', access: 'all' },
    {
      name: 'imprint',
      path: '/imprint',
      title: 'pages.legal.imprint',
      frame: 'public',
      access: 'all',
      screen: () => import('./ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('imprint')),
    },
    {
      name: 'privacy',
      path: '/privacy',
      title: 'pages.legal.privacy',
      frame: 'public',
      access: 'all',
      screen: () => import('./ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('privacy')),
    },
    {
      name: 'terms',
      path: '/terms',
      title: 'pages.legal.terms',
      frame: 'public',
      access: 'all',
      screen: () => import('./ui/legal.screen.tsx').then(({ legalScreen }) => legalScreen('terms')),
    },
  ],
});
