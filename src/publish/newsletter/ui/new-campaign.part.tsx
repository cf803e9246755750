import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { type Locale, locales } from '#kit/facts.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { blogCalls } from '#publish/blog/reading.contract.ts';
import { newsletterLimits } from '../newsletter.rules.ts';
import s from './desk.module.css';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import { deskApi, emailAddress, listsQuery, useDeskRefresh } from './newsletter-data.hook.ts';
import { newsletterText } from './newsletter-text.hook.ts';

const blogApi = { blog: blogCalls };
type CampaignStart = { name: string; listId: string; locale: Locale; postId: string };

function useOffers(from: 'blank' | 'post') {
  const { locale } = useReader();
  const lists = useQuery(listsQuery(useApi(deskApi))).data?.items ?? [];
  const { blog } = useApi(blogApi);
  const posts = useQuery({
    ...callQuery({ area: 'blog', name: 'newsletter.posts', call: blog.posts, input: { query: { limit: 30 } } }),
    enabled: from === 'post',
  });
  return {
    lists: lists.filter((list) => !list.archived).map((list) => ({ value: list.id, label: nameIn(list.names, locale) })),
    posts: posts.data?.items.map((post) => ({ value: post.id, label: post.title })),
  };
}

/** Begins a campaign, blank or with the text of a post. */
export function NewCampaign({ from, onClose }: { from: 'blank' | 'post'; onClose: () => void }) {
  const say = newsletterText();
  const navigate = useNavigate();
  const { newsletterCampaigns } = useApi(deskApi);
  const refresh = useDeskRefresh();
  const { locale } = useReader();
  const { lists, posts } = useOffers(from);
  const [known, setKnown] = useState<string | null>(null);
  const create = async ({ name, ...start }: CampaignStart) => {
    const listId = start.listId === '' ? (lists[0]?.value ?? '') : start.listId;
    const postId = start.postId === '' ? (posts?.[0]?.value ?? '') : start.postId;
    const made =
      from === 'post'
        ? await newsletterCampaigns.fromPost({ body: { listId, postId } })
        : await newsletterCampaigns.create({ body: { name, listId, locale: start.locale } });
    await refresh();
    await navigate(from === 'post' ? `/newsletter/${made.id}` : emailAddress(made.id, made.locale));
  };
  const form = useDraftForm<CampaignStart>({
    key: null,
    initial: { name: '', listId: '', locale, postId: '' },
    check: ({ name }) => (from === 'blank' && name.trim() === '' ? { name: 'required' } : {}),
    say,
    save: (start) =>
      create(start).catch((error: unknown) => {
        const campaign = error instanceof Failure && error.code === 'already_made' ? error.data['campaign'] : null;
        setKnown(typeof campaign === 'string' ? campaign : null);
        throw error;
      }),
  });
  const nothing = from === 'post' && posts?.length === 0;
  return (
    <Dialog title={say(from === 'post' ? 'campaigns.postTitle' : 'campaigns.newTitle')} onClose={onClose}>
      <form className={s.form} onSubmit={form.submit} noValidate>
        {form.failure !== null && (
          <Banner
            hue="red"
            action={
              known !== null && (
                <LinkButton to={`/newsletter/${known}`} size="xs">
                  {say('campaigns.open')}
                </LinkButton>
              )
            }
          >
            {form.failure}
          </Banner>
        )}
        {nothing && <p className="soft">{say('campaigns.noPosts')}</p>}
        {from === 'post' && !nothing && (
          <NativeSelect
            size="md"
            label={say('campaigns.post')}
            description={say('campaigns.postHint')}
            data={posts ?? []}
            {...form.input('postId')}
          />
        )}
        {from === 'blank' && (
          <TextInput
            size="md"
            label={say('campaigns.nameField')}
            description={say('campaigns.nameHint')}
            maxLength={newsletterLimits.campaignName}
            autoComplete="off"
            dir="auto"
            {...form.input('name')}
          />
        )}
        <NativeSelect size="md" label={say('campaigns.list')} data={lists} {...form.input('listId')} />
        {from === 'blank' && (
          <NativeSelect
            size="md"
            label={say('campaigns.language')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
            {...form.input('locale')}
          />
        )}
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('desk.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" disabled={nothing || lists.length === 0} loading={form.saving}>
            {say('campaigns.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
