import { defineDomain } from '#kit/domain.ts';

export const newsletterDomain = defineDomain({
  name: 'publish/newsletter',
  server: async () => {
    const [{ newsletterCalls }, lists, { newsletterCampaignsCalls }, handlers, { jobs }, { listeners }] = await Promise.all([
      import('./subscribing.contract.ts'),
      import('./lists.contract.ts'),
      import('./campaigns.contract.ts'),
      import('./server/newsletter.routes.ts'),
      import('./server/newsletter.jobs.ts'),
      import('./server/newsletter.events.ts'),
    ]);
    return {
      calls: {
        newsletter: newsletterCalls,
        newsletterLists: lists.newsletterListsCalls,
        newsletterSubscribers: lists.newsletterSubscribersCalls,
        newsletterCampaigns: newsletterCampaignsCalls,
      },
      handlers: {
        newsletter: handlers.newsletterHandlers,
        newsletterLists: handlers.newsletterListsHandlers,
        newsletterSubscribers: handlers.newsletterSubscribersHandlers,
        newsletterCampaigns: handlers.newsletterCampaignsHandlers,
      },
      jobs,
      listeners,
    };
  },
  http: [() => import('./server/figures.http.ts'), () => import('./server/one-click.http.ts')],
  sample: () => import('./server/sample/newsletter.sample.ts'),
  screens: [
    // for readers, and for editors their desk
    {
      name: 'newsletter',
      path: '/newsletter',
      title: 'newsletter.guest.title',
      access: 'all',
      screen: () => import('./ui/newsletter.screen.tsx'),
    },
    {
      name: 'newsletter-campaign',
      path: '/newsletter/{id}',
      access: 'newsletter.manage',
      screen: () => import('./ui/campaign.screen.tsx'),
    },
  ],
  navigation: [
    {
      path: '/newsletter',
      word: 'newsletter',
      icon: 'mail',
      group: 'content',
      place: 20,
      needs: { '/newsletter': 'newsletter.manage' },
    },
  ],
});
