import { IconAlertCircle, IconFile, IconPaperclip, IconRefresh, IconX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { fileKinds, takenEndings } from '../../files.rules.ts';
import { filesText } from '../files-text.hook.ts';
import { usePercentText } from '../percent-text.hook.ts';
import { shareOf } from '../upload-list.hook.ts';
import type { AttachmentState, ComingFile } from './attachments.hook.ts';
import s from './attachments.module.css';

const FilePicker = loadable(async () => (await import('./file-picker.part.tsx')).FilePicker);

type AttachmentsProps = { attachments: AttachmentState };

function Coming({ attachments, one }: AttachmentsProps & { one: ComingFile }) {
  const say = filesText();
  const percent = usePercentText();
  const { key, file, sent, state, why } = one;
  const share = shareOf({ bytes: file.size, sent });
  const { name } = file;
  return (
    <li className={s.file} data-state={state} style={cssVars({ '--share': `${share}%` })}>
      {state === 'sending' ? (
        <IconFile size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      )}
      <span className={s.words}>
        <bdi>{name}</bdi>
        <span className="tiny" role={state === 'sending' ? undefined : 'alert'}>
          {state === 'sending' ? say('attach.sending', { share: percent(share) }) : why}
        </span>
      </span>
      {state === 'stopped' && (
        <IconButton size={28} aria-label={say('attach.retry', { name })} onClick={() => attachments.retry(key)}>
          <IconRefresh size={14} stroke={2} />
        </IconButton>
      )}
      <IconButton size={28} aria-label={say('attach.remove', { name })} onClick={() => attachments.cancel(key)}>
        <IconX size={14} stroke={2} />
      </IconButton>
    </li>
  );
}

/** What goes along with the message, and what is still on its way; each with a way out. */
export function AttachmentList({ attachments }: AttachmentsProps) {
  const say = filesText();
  const { files, coming } = attachments;
  if (files.length + coming.length === 0) return null;
  return (
    <ul className={s.files} aria-label={say('attach.title')}>
      {files.map(({ id, name }) => (
        <li key={id} className={s.file}>
          <IconFile size={18} stroke={1.75} aria-hidden="true" />
          <span className={s.words}>
            <bdi>{name}</bdi>
          </span>
          <IconButton size={28} aria-label={say('attach.remove', { name })} onClick={() => attachments.remove(id)}>
            <IconX size={14} stroke={2} />
          </IconButton>
        </li>
      ))}
      {coming.map((one) => (
        <Coming key={one.key} attachments={attachments} one={one} />
      ))}
    </ul>
  );
}

/** Chooses files of this device; who sees the library may take one of it instead. */
export function AttachButton({ attachments }: AttachmentsProps) {
  const say = filesText();
  const { can } = useAuth();
  const input = useRef<HTMLInputElement>(null);
  const [picker, setPicker] = useState<'closed' | 'open'>('closed');
  const { full, add, attach } = attachments;
  const choose = () => input.current?.click();
  const icon = <IconPaperclip size={18} stroke={1.75} />;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={takenEndings}
        aria-label={say('attach.choose')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {can('library.view') ? (
        <LazyMenu
          button={(props) => (
            <IconButton {...props} size={40} aria-label={say('attach.button')} disabled={full}>
              {icon}
            </IconButton>
          )}
        >
          {() => (
            <>
              <MenuItem onClick={choose}>{say('attach.choose')}</MenuItem>
              <MenuItem onClick={() => setPicker('open')}>{say('attach.library')}</MenuItem>
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
            onChoose={({ id, name }) => {
              attach({ id, name });
              setPicker('closed');
            }}
          />
        )}
      </Suspense>
    </>
  );
}
