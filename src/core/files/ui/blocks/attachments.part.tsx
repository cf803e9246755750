import { IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { useSizeText } from '#kit/ui/size-text.ts';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import { type AttachedFile, fileKinds, takenEndings } from '../../files.rules.ts';
import { FileInput } from '../file-input.part.tsx';
import { filesText } from '../files-text.hook.ts';
import { usePercentText } from '../percent-text.hook.ts';
import { shareOf } from '../upload-list.hook.ts';
import type { AttachmentState, ComingFile } from './attachments.hook.ts';
import s from './attachments.module.css';
import { FileTile } from './file-tile.part.tsx';

const FilePicker = loadable(async () => (await import('./file-picker.part.tsx')).FilePicker);

type AttachmentsProps = { attachments: AttachmentState };

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const say = filesText();
  return (
    <IconButton size={28} aria-label={say('attach.remove', { name })} onClick={onClick}>
      <IconX size={14} stroke={2} />
    </IconButton>
  );
}

function ComingTile({ attachments, one }: AttachmentsProps & { one: ComingFile }) {
  const say = filesText();
  const percent = usePercentText();
  const { key, file, sent, state, why, picture } = one;
  const { name } = file;
  const share = shareOf({ bytes: file.size, sent });
  const detail =
    state === 'sending' ? (
      say('attach.sending', { share: percent(share) })
    ) : (
      <span role="alert">
        <WithWayOut>{why}</WithWayOut>
      </span>
    );
  return (
    <FileTile {...{ name, picture, state, share, detail }}>
      {state === 'stopped' && (
        <IconButton size={28} aria-label={say('attach.retry', { name })} onClick={() => attachments.retry(key)}>
          <IconRefresh size={14} stroke={2} />
        </IconButton>
      )}
      <RemoveButton name={name} onClick={() => attachments.cancel(key)} />
    </FileTile>
  );
}

function ChosenTile({ attachments, file: { id, name } }: AttachmentsProps & { file: AttachedFile }) {
  const size = useSizeText();
  const preview = attachments.previews.get(id);
  return (
    <FileTile name={name} picture={preview?.picture ?? null} detail={preview && size(preview.bytes)}>
      <RemoveButton name={name} onClick={() => attachments.remove(id)} />
    </FileTile>
  );
}

/** What goes along with the message, and what is still on its way; each with a way out. */
export function AttachmentList({ attachments }: AttachmentsProps) {
  const say = filesText();
  const { files, coming } = attachments;
  if (files.length + coming.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('attach.title')}>
      {files.map((file) => (
        <ChosenTile key={file.id} attachments={attachments} file={file} />
      ))}
      {coming.map((one) => (
        <ComingTile key={one.key} attachments={attachments} one={one} />
      ))}
    </ul>
  );
}

/** Phones and tablets, whose system sheet may offer files alone. */
function useHasCamera(): boolean {
  const [camera, setCamera] = useState<'yes' | 'no'>('no');
  useEffect(() => setCamera(window.matchMedia('(pointer: coarse) and (hover: none)').matches ? 'yes' : 'no'), []);
  return camera === 'yes';
}

/** Chooses files of this device or takes a photo; who sees the library may take one of it instead. */
export function AttachButton({ attachments }: AttachmentsProps) {
  const say = filesText();
  const { can } = useAuth();
  const device = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const hasCamera = useHasCamera();
  const [picker, setPicker] = useState<'closed' | 'open'>('closed');
  const { full, add, attach } = attachments;
  const choose = () => device.current?.click();
  const icon = <IconPaperclip size={18} stroke={1.75} />;
  return (
    <>
      <FileInput ref={device} multiple accept={takenEndings} aria-label={say('attach.choose')} onFiles={add} />
      {hasCamera && (
        <FileInput ref={camera} accept="image/*" capture="environment" aria-label={say('attach.camera')} onFiles={add} />
      )}
      {can('library.view') || hasCamera ? (
        <LazyMenu
          position="bottom-start"
          button={(props) => (
            <IconButton {...props} size={40} aria-label={say('attach.button')} disabled={full}>
              {icon}
            </IconButton>
          )}
        >
          {() => (
            <>
              <MenuItem onClick={choose}>{say('attach.choose')}</MenuItem>
              {hasCamera && <MenuItem onClick={() => camera.current?.click()}>{say('attach.camera')}</MenuItem>}
              {can('library.view') && <MenuItem onClick={() => setPicker('open')}>{say('attach.library')}</MenuItem>}
            </>
          )}
        </LazyMenu>
      ) : (
        <IconButton size={40} aria-label={say('attach.button')} disabled={full} onClick={choose}>
          {icon}
        </IconButton>
      )}
      <Suspense>
        {picker === 'open' && (
          <FilePicker
            title={say('attach.library')}
            kinds={fileKinds}
            onClose={() => setPicker('closed')}
            onChoose={(file) => {
              attach(file);
              setPicker('closed');
            }}
          />
        )}
      </Suspense>
    </>
  );
}
