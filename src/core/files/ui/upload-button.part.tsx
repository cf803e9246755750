import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { takenEndings } from '../files.rules.ts';
import { FileInput } from './file-input.part.tsx';
import { filesText } from './files-text.hook.ts';

type Props = { look: 'default' | 'filled'; onFiles: (files: readonly File[]) => void };
/** Opens the machine's own dialog for files. */
export function UploadButton({ look, onFiles }: Props) {
  const say = filesText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant={look} leftSection={<IconUpload size={16} stroke={1.75} />} onClick={() => input.current?.click()}>
        {say('list.upload')}
      </Button>
      <FileInput ref={input} multiple accept={takenEndings} onFiles={onFiles} />
    </>
  );
}
