import { defineDomain } from '#kit/domain.ts';

export const blogDomain = defineDomain({
  name: 'publish/blog',
  server: async () => {
    const [{ categoriesCalls }, { postsCalls }, { blogCalls }, handlers, { jobs }] = await Promise.all([
      import('./categories.contract.ts'),
      import('./posts.contract.ts'),
      import('./reading.contract.ts'),
      import('./server/blog.routes.ts'),
      import('./server/blog.jobs.ts'),
    ]);
    return {
      calls: { categories: categoriesCalls, posts: postsCalls, blog: blogCalls },
      handlers: { categories: handlers.categoriesHandlers, posts: handlers.postsHandlers, blog: handlers.blogHandlers },
      jobs,
    };
  },
  http: [() => import('./server/blog-feeds.http.ts')],
  search: () => import('./server/posts.search.ts'),
  sample: () => import('./server/sample/blog.sample.ts'),
  screens: [
    // the list for those who write, and the blog for its readers
    {
      name: 'posts',
      path: '/posts',
      title: 'blog.read.title',
      access: 'all',
      guests: 'same',
      screen: () => import('./ui/posts.screen.tsx'),
    },
    {
      name: 'post',
      path: '/blog/{slug?}',
      frame: 'public',
      access: 'all',
      guests: 'same',
    },
    {
      name: 'post-add',
      path: '/posts/add-post',
      access: 'posts.edit',
      screen: () => import('./ui/edit/post-edit.screen.tsx'),
    },
    {
      name: 'post-edit',
      path: '/posts/edit-posts/{id?}',
      title: 'blog.read.title',
      access: 'posts.edit',
      screen: () => import('./ui/edit/post-edit.screen.tsx'),
    },
    {
      name: 'write',
      path: '/newedit',
      access: 'posts.edit',
      screen: () => import('./ui/edit/write.screen.tsx'),
    },
    {
      name: 'categories',
      path: '/categories',
      title: 'blog.categories.title',
      access: 'categories.edit',
      screen: () => import('./ui/categories.screen.tsx'),
    },
    {
      name: 'category-add',
      path: '/categories/add-categories',
      title: 'blog.categories.form.newTitle',
      access: 'categories.edit',
      screen: () => import('./ui/categories.screen.tsx'),
    },
    {
      name: 'category-edit',
      path: '/categories/edit-categories/{id?}',
      access: 'categories.edit',
      screen: () => import('./ui/categories.screen.tsx'),
    },
    {
      name: 'category-posts',
      path: '/categories/edit-blogs/{id?}',
      title: 'blog.categories.order.title',
      access: 'categories.edit',
      screen: () => import('./ui/category-posts.screen.tsx'),
    },
  ],
  navigation: [
    {
      path: '/posts',
      word: 'blog',
      icon: 'article',
      group: 'content',
      place: 10,
      jump: 'b',
      tabs: ['/posts', '/categories'],
      needs: { '/posts': 'posts.edit' },
    },
  ],
});
