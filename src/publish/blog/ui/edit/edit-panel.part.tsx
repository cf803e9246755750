import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time } from '#kit/ui/time.tsx';
import { blogLimits, isSlug } from '../../blog.rules.ts';
import { choicesOf } from '../category-choices.hook.ts';
import { blogText, refusalsOf } from './blog-text.hook.ts';
import s from './edit.module.css';
import { categoryChoicesQuery, postsApi } from '../posts-api.hook.ts';
import type { EditDialog } from './edit-dialog.hook.ts';
import { EditCover } from './edit-cover.part.tsx';
import { EditLanguages } from './edit-languages.part.tsx';
import { EditSearch } from './edit-search.part.tsx';
import { PanelSection } from './panel-section.part.tsx';
import { type PostMeta, usePostMeta } from './post-meta.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';

function PublishSection({ writing, meta }: { writing: PostWriting; meta: PostMeta }) {
  const say = blogText();
  const { post } = writing;
  const { user } = useAuth();
  const [author, setAuthor] = useState<string | null>(null);
  const current = post?.authorName ?? user?.name ?? '';
  return (
    <PanelSection title={say('edit.publishTitle')}>
      <p className="small soft">
        {post === null && say('edit.notBegun')}
        {post?.state === 'draft' && say('edit.isDraft')}
        {post?.state === 'in_review' && say('edit.isInReview')}
        {post?.state === 'scheduled' &&
          post.publishAt !== null &&
          say.rich('edit.isScheduled', { time: () => <Time at={post.publishAt ?? 0} look="zoned" /> })}
        {post !== null &&
          (post.state === 'published' || post.state === 'archived') &&
          say.rich(post.state === 'published' ? 'edit.isPublished' : 'edit.isArchived', {
            time: () => <Time at={post.publishedAt ?? 0} look="full" />,
          })}
        {post?.state === 'trashed' && say('edit.isTrashed')}
      </p>
      <TextInput
        label={say('edit.author')}
        maxLength={blogLimits.author}
        value={author ?? current}
        disabled={meta.isLocked}
        onChange={(event) => setAuthor(event.currentTarget.value)}
        onBlur={() => {
          const name = (author ?? '').trim();
          if (name !== '' && name !== current) void meta.edit({ authorName: name });
          setAuthor(null);
        }}
      />
    </PanelSection>
  );
}

function SlugField({ writing }: { writing: PostWriting }) {
  const say = blogText();
  const failureText = useFailureText(refusalsOf(say));
  const [typed, setTyped] = useState<string | null>(null);
  const { post, state, slug } = writing;
  const wanted = (typed ?? '').trim().normalize('NFC').toLowerCase();
  const isWrong = typed !== null && wanted !== '' && !isSlug(wanted);
  const taken =
    state.kind === 'failed' && state.error instanceof Failure && state.error.code === 'slug_taken' ? state.error : null;
  const free = taken?.data['free'];
  const isSeen = post !== null && (post.state === 'published' || post.state === 'archived');
  const take = (next: string) => {
    setTyped(next);
    writing.change({ slug: next });
  };
  return (
    <>
      <TextInput
        label={say('edit.slug')}
        description={isSeen ? say('edit.slugMoves') : undefined}
        leftSection={<span className="small quiet">/blog/</span>}
        leftSectionWidth={54}
        dir="ltr"
        autoComplete="off"
        maxLength={blogLimits.slug}
        value={typed ?? slug}
        error={isWrong ? say('edit.fieldErrors.not_a_slug') : taken === null ? undefined : failureText(taken)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => {
          if (typed !== null && wanted !== '' && wanted !== slug && !isWrong) take(wanted);
          else if (!isWrong) {
            setTyped(null);
            // the address that was refused is no wish any more
            if (writing.text.slug !== undefined && writing.text.slug !== slug) writing.change({ slug: undefined });
          }
        }}
      />
      {typeof free === 'string' && (
        <Button size="compact-sm" variant="subtle" onClick={() => take(free)}>
          {say.rich('edit.useSlug', { slug: () => <bdi dir="ltr">{free}</bdi> })}
        </Button>
      )}
    </>
  );
}

function AddressSection({ writing, meta }: { writing: PostWriting; meta: PostMeta }) {
  const say = blogText();
  const api = useApi(postsApi);
  const { locale } = useReader();
  const categories = useQuery(categoryChoicesQuery(api)).data?.items ?? [];
  const { post } = writing;
  const [tags, setTags] = useState<string | null>(null);
  return (
    <PanelSection title={say('edit.addressTitle')}>
      <SlugField writing={writing} />
      <NativeSelect
        label={say('edit.category')}
        disabled={meta.isLocked}
        value={post?.categoryId ?? ''}
        onChange={(event) => {
          const { value } = event.currentTarget;
          void meta.edit({ categoryId: value === '' ? null : value });
        }}
        data={[{ value: '', label: say('edit.noCategory') }, ...choicesOf(categories, locale)]}
      />
      <TextInput
        label={say('edit.tags')}
        description={say('edit.tagsHint')}
        autoComplete="off"
        disabled={meta.isLocked}
        value={tags ?? meta.tags.join(', ')}
        onChange={(event) => setTags(event.currentTarget.value)}
        onBlur={() => {
          if (tags !== null) void meta.editTags(tags);
          setTags(null);
        }}
      />
    </PanelSection>
  );
}

type EditPanelProps = { writing: PostWriting; original: Locale; onDialog: (dialog: EditDialog) => void };
export function EditPanel({ writing, original, onDialog }: EditPanelProps) {
  const say = blogText();
  const failureText = useFailureText(refusalsOf(say));
  const meta = usePostMeta(writing);
  const { text, change, post } = writing;
  return (
    <aside className={s.panel} id="post-settings" aria-label={say('edit.settings')} tabIndex={-1}>
      {meta.trouble !== null && (
        <p role="alert" className={s.trouble}>
          {failureText(meta.trouble)}
        </p>
      )}
      <PublishSection writing={writing} meta={meta} />
      <EditCover meta={meta} />
      <AddressSection writing={writing} meta={meta} />
      <PanelSection
        title={say('edit.excerpt')}
        aside={
          <span className="tiny quiet num">{say('edit.lengthOf', { count: text.excerpt.length, most: blogLimits.excerpt })}</span>
        }
      >
        <Textarea
          aria-label={say('edit.excerpt')}
          placeholder={say('edit.excerptHint')}
          rows={4}
          dir="auto"
          maxLength={blogLimits.excerpt}
          value={text.excerpt}
          readOnly={post?.state === 'trashed'}
          onChange={(event) => change({ excerpt: event.currentTarget.value })}
        />
      </PanelSection>
      <EditSearch writing={writing} meta={meta} />
      <EditLanguages writing={writing} original={original} />
      {post !== null && (
        <PanelSection title={say('edit.revisions')}>
          <div className={s.buttons}>
            <Button onClick={() => onDialog('name')}>{say('edit.nameRevision')}</Button>
            <Button variant="subtle" onClick={() => onDialog('revisions')}>
              {say('edit.allRevisions')}
            </Button>
          </div>
        </PanelSection>
      )}
      {post?.state === 'published' && (
        <p className={s.section}>
          <Link className="link" to={`/blog/${encodeURIComponent(writing.slug)}`}>
            {say('edit.view')}
          </Link>
        </p>
      )}
    </aside>
  );
}
