import { Button } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconBadgeCc,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconLifebuoy,
  IconPlayerPlay,
  IconRefresh,
  IconShare3,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RecordingItem } from '../recordings.contract.ts';
import { playPath } from './recording-cells.part.tsx';
import { useRecordingVerbs, type RecordingVerb } from './recording-verbs.hook.ts';
import { recordingsText } from './recordings-text.hook.ts';
import s from './recordings.module.css';

const ChangeDialog = loadable(async () => (await import('./change-dialog.part.tsx')).ChangeDialog);
const CaptionsDialog = loadable(async () => (await import('./captions-dialog.part.tsx')).CaptionsDialog);
const ShareDialog = loadable(async () => (await import('./share-dialog.part.tsx')).ShareDialog);

type RecordingDialog = 'none' | 'change' | 'captions' | 'share';
type ItemsProps = { item: RecordingItem; onOpen: (what: RecordingDialog) => void; onVerb: (verb: RecordingVerb) => void };

function Items({ item, onOpen, onVerb }: ItemsProps) {
  const say = recordingsText();
  const { edit, remove } = item.rights;
  const navigate = useNavigate();
  const { can, user } = useAuth();
  return (
    <>
      {item.download !== null && (
        <MenuItem component="a" href={item.download} download leftSection={<IconDownload size={16} stroke={1.75} />}>
          {say('player.download')}
        </MenuItem>
      )}
      {edit && item.state === 'published' && (
        <MenuItem leftSection={<IconShare3 size={16} stroke={1.75} />} onClick={() => onOpen('share')}>
          {say('acts.share')}
        </MenuItem>
      )}
      {edit && (
        <MenuItem leftSection={<IconAdjustments size={16} stroke={1.75} />} onClick={() => onOpen('change')}>
          {say('acts.change')}
        </MenuItem>
      )}
      {edit && (item.state === 'published' || item.state === 'unpublished') && (
        <MenuItem leftSection={<IconBadgeCc size={16} stroke={1.75} />} onClick={() => onOpen('captions')}>
          {say('acts.captions')}
        </MenuItem>
      )}
      {edit && item.state === 'unpublished' && (
        <MenuItem leftSection={<IconEye size={16} stroke={1.75} />} onClick={() => onVerb('publish')}>
          {say('acts.publish')}
        </MenuItem>
      )}
      {edit && item.state === 'published' && (
        <MenuItem leftSection={<IconEyeOff size={16} stroke={1.75} />} onClick={() => onVerb('unpublish')}>
          {say('acts.unpublish')}
        </MenuItem>
      )}
      {can('tickets.create') && user?.account?.kind !== 'operator' && (
        <MenuItem
          leftSection={<IconLifebuoy size={16} stroke={1.75} />}
          onClick={() => void navigate(`/issues/user/add-ticket?kind=recording&id=${item.id}`)}
        >
          {say('acts.help')}
        </MenuItem>
      )}
      {remove && (
        <MenuItem data-danger leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => onVerb('remove')}>
          {say('acts.remove')}
        </MenuItem>
      )}
    </>
  );
}

function FirstAct({ item, onRetry }: { item: RecordingItem; onRetry: () => void }) {
  const say = recordingsText();
  if (item.state === 'failed' && item.rights.edit)
    return (
      <Button size="xs" leftSection={<IconRefresh size={15} stroke={1.75} />} onClick={onRetry}>
        {say('acts.retry')}
      </Button>
    );
  if (!item.rights.play) return null;
  return (
    <Button
      component="a"
      href={playPath(item)}
      size="xs"
      variant="subtle"
      aria-label={say('acts.playOf', { name: item.name })}
      leftSection={<IconPlayerPlay size={15} stroke={1.75} />}
    >
      {say('acts.play')}
    </Button>
  );
}

/** At the end of a row. What is not allowed is not there. */
export function RecordingActs({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [open, setOpen] = useState<RecordingDialog>('none');
  const [trouble, setTrouble] = useState('');
  const told = (work: Promise<void>) => void work.catch((error: unknown) => setTrouble(failureText(error)));
  const changes = (item.rights.edit || item.rights.remove || item.download !== null) && item.state !== 'deleting';
  return (
    <span className={s.acts}>
      <FirstAct item={item} onRetry={() => told(verbs.retry(item.id))} />
      {changes && (
        <RowMenu label={say('acts.more', { name: item.name })}>
          {() => <Items item={item} onOpen={setOpen} onVerb={(verb) => told(verbs.run(verb, [item.id]))} />}
        </RowMenu>
      )}
      <Suspense>
        {open === 'share' && <ShareDialog item={item} onClose={() => setOpen('none')} />}
        {open === 'change' && <ChangeDialog item={item} onClose={() => setOpen('none')} />}
        {open === 'captions' && <CaptionsDialog item={item} onClose={() => setOpen('none')} />}
      </Suspense>
      {trouble !== '' && (
        <span role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
    </span>
  );
}

/** In the bin: back, or away for good. */
export function BinActs({ item }: { item: RecordingItem }) {
  const say = recordingsText();
  const verbs = useRecordingVerbs();
  const failureText = useFailureText(say);
  const [trouble, setTrouble] = useState('');
  const told = (work: Promise<void>) => void work.catch((error: unknown) => setTrouble(failureText(error)));
  if (!item.rights.remove || item.state !== 'recycled') return null;
  return (
    <span className={s.acts}>
      <Button
        size="xs"
        leftSection={<IconArrowBackUp className="turn" size={15} stroke={1.75} />}
        onClick={() => told(verbs.run('restore', [item.id]))}
      >
        {say('acts.restore')}
      </Button>
      <Button size="xs" variant="subtle" data-danger onClick={() => told(verbs.destroy([item]))}>
        {say('destroy.verb')}
      </Button>
      {trouble !== '' && (
        <span role="alert">
          <WithWayOut>{trouble}</WithWayOut>
        </span>
      )}
    </span>
  );
}
