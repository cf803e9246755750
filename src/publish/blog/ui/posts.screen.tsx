import { Suspense } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { hasScope } from '#kit/ui/auth/session-user.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { BlogIndex } from './blog-index.part.tsx';
import { type IndexPage, loadIndex } from './index-loading.hook.ts';

// readers get no code of those who write
const PostList = loadable(async () => (await import('./list.part.tsx')).PostList);

type PostsPage = { view: 'list' } | { view: 'blog'; page: IndexPage };
/** `/posts`: the list for those who write posts, unless they ask for the blog; the blog for everybody else. */
export async function load(context: LoadContext): Promise<PostsPage> {
  const { user, url } = context;
  if (!hasScope(user?.scope, 'posts.edit') || url.searchParams.get('view') === 'blog')
    return { view: 'blog', page: await loadIndex(context) };
  const [{ loadList }] = await Promise.all([import('./list.part.tsx'), PostList.preload()]);
  await loadList(context);
  return { view: 'list' };
}

export function Screen() {
  const loaded = useLoaded<typeof load>();
  const { can } = useAuth();
  if (loaded.view === 'blog') return <BlogIndex page={loaded.page} />;
  // signing out changes the reader before it changes the page
  return can('posts.edit') ? (
    <Suspense>
      <PostList />
    </Suspense>
  ) : null;
}
