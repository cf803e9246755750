import { Button, SegmentedControl } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '#kit/contract.ts';
import { Bone } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { Time } from '#kit/ui/time.tsx';
import { type ChatFileKind, chatFileKinds } from '../chat.rules.ts';
import { chatFilesCalls, type SentFileItem } from '../chat-files.contract.ts';
import s from './chat-dialogs.module.css';
import { chatPath } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';

const chatFilesApi = { chatFiles: chatFilesCalls };
type FileFilter = ChatFileKind | 'all';
const filters: readonly FileFilter[] = ['all', ...chatFileKinds];
const pageSize = 30;

const filesQuery = ({ chatFiles: { list } }: Client<typeof chatFilesApi>, id: string, filter: FileFilter) => ({
  queryKey: ['chat', 'chatFiles.list', { id, filter }],
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    list({
      params: { id },
      query: { limit: pageSize, ...(filter !== 'all' && { kind: filter }), ...(pageParam !== '' && { cursor: pageParam }) },
    }),
  getNextPageParam: ({ next }: { next: string | null }) => next,
});

function FileLine({ item: { file, author, at, number }, id, onClose }: { item: SentFileItem; id: string; onClose: () => void }) {
  const say = chatText();
  const { name, url, thumbnail } = file;
  return (
    <li className={s.file}>
      {thumbnail === null ? (
        <span className={s.fileSign}>
          <IconFile size={18} stroke={1.75} aria-hidden="true" />
        </span>
      ) : (
        <img className={s.fileSign} src={thumbnail} alt="" loading="lazy" />
      )}
      <span className={s.fileWords}>
        {url === null ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={url} download={name}>
            <bdi>{name}</bdi>
          </a>
        )}
        <span className="tiny quiet">
          {url === null ? say('files.notReady') : <bdi>{author.name}</bdi>} · <Time at={at} look="full" />
        </span>
      </span>
      <Link className={s.fileLink} to={chatPath({ id, at: number })} onClick={onClose}>
        {say('files.message')}
        <span className="hidden"> {name}</span>
      </Link>
    </li>
  );
}

/** All files of a conversation, the newest first. */
export function FilesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = chatText();
  const [filter, setFilter] = useState<FileFilter>('all');
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...filesQuery(useApi(chatFilesApi), id, filter),
    staleTime: 0,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog title={say('files.title')} width={560} onClose={onClose}>
      <div className={s.part}>
        <SegmentedControl
          aria-label={say('files.filter')}
          value={filter}
          data={filters.map((value) => ({ value, label: say(`files.${value}`) }))}
          onChange={setFilter}
        />
        <div className={s.fileList}>
          {data === undefined && <Bone w={240} />}
          <ul aria-label={say('files.title')}>
            {items.map((item) => (
              <FileLine key={`${item.number} ${item.file.id}`} item={item} id={id} onClose={onClose} />
            ))}
          </ul>
          {data !== undefined && items.length === 0 && <p className={s.none}>{say('files.none')}</p>}
          {hasNextPage && (
            <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {say('list.more')}
            </Button>
          )}
        </div>
      </div>
      <div className={dialogs.acts}>
        <Button size="md" variant="filled" onClick={onClose}>
          {say('close')}
        </Button>
      </div>
    </Dialog>
  );
}
