import { Button } from '@mantine/core';
import { DateTimeField } from '#kit/ui/date-field/date-field.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialog from '#kit/ui/overlay/dialog.module.css';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { PostItem } from '../posts.contract.ts';
import { listText, refusalsOf } from './list-text.hook.ts';
import s from './list.module.css';

const dayMs = 86_400_000;
const isPast = (local: string, zone: string): boolean => (msOf(local, zone) ?? Number.POSITIVE_INFINITY) <= Date.now();
/** Tomorrow at nine, unless a time was set before. */
const firstTime = (post: PostItem | undefined, zone: string): string =>
  post?.publishAt == null ? `${localOf(Date.now() + dayMs, zone).slice(0, 10)}T09:00` : localOf(post.publishAt, zone);

type Props = {
  posts: readonly PostItem[];
  onSchedule: (at: number) => Promise<unknown>;
  /** Null: not all of them may be published. */
  onPublish: (() => void) | null;
  onClose: () => void;
};
/** When posts become public, in the reader's zone. Who names a time that has passed may mean now. */
export function ScheduleDialog({ posts, onSchedule, onPublish, onClose }: Props) {
  const say = listText();
  const { zone } = useReader();
  const form = useDraftForm<{ at: string }>({
    key: null,
    initial: { at: firstTime(posts.length === 1 ? posts[0] : undefined, zone) },
    check: ({ at }) => (msOf(at, zone) === null ? { at: 'required' } : isPast(at, zone) ? { at: 'in_the_past' } : {}),
    say: refusalsOf(say),
    save: async ({ at }) => {
      const ms = msOf(at, zone);
      if (ms !== null) await onSchedule(ms);
      onClose();
    },
  });
  const titleOf = (count: number) =>
    count === 1 ? say('list.schedule.title') : `${say('list.schedule.title')} (${say('list.many', { count })})`;
  const past = form.errors['at'] !== undefined && isPast(form.values.at, zone);
  return (
    <Dialog title={titleOf(posts.length)} lead={say('list.schedule.lead')} onClose={onClose}>
      <form className={s.schedule} onSubmit={form.submit} noValidate>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <DateTimeField
          size="md"
          {...form.input('at')}
          label={say('list.schedule.at')}
          description={say('list.schedule.zone', { zone })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        {past && onPublish !== null && (
          <Button className={s.now ?? ''} onClick={onPublish}>
            {say('list.actions.publish')}
          </Button>
        )}
        <div className={dialog.acts}>
          <Button size="md" onClick={onClose}>
            {say('list.schedule.cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" loading={form.saving}>
            {say('list.schedule.verb')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
