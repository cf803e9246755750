import { Button, Checkbox } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { saveText } from '#kit/ui/table/csv.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

/** Prints the codes alone, in a frame that is thrown away: the page behind a dialog would come along. */
function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null) return frame.remove();
  const head = page.createElement('h1');
  head.textContent = title;
  const list = page.createElement('pre');
  list.textContent = lines.join('\n');
  list.style.fontSize = '20px';
  page.body.append(head, list);
  frame.contentWindow?.print();
  // the print window holds its own copy by then
  setTimeout(() => frame.remove(), 1000);
}

/** The codes, once. The window closes when they are kept. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const say = settingsText();
  const [kept, setKept] = useState(false);
  const file = `${say('recovery.fileHead', { site: window.location.host })}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog title={say('recovery.dialogTitle')} lead={say('recovery.dialogLead')} onClose={onClose}>
      <div className={s.setup}>
        <ol className={s.codes} dir="ltr" data-recovery>
          {codes.map((code) => (
            <li key={code}>
              <Ltr mono="mono">{code}</Ltr>
            </li>
          ))}
        </ol>
        <div className={s.buttons}>
          <CopyButton text={codes.join('\n')} />
          <Button
            leftSection={<IconDownload size={16} stroke={1.75} />}
            onClick={() => saveText({ file: 'recovery-codes.txt', text: file, type: 'text/plain' })}
          >
            {say('recovery.download')}
          </Button>
          <Button
            leftSection={<IconPrinter size={16} stroke={1.75} />}
            onClick={() => printText(say('recovery.fileHead', { site: window.location.host }), codes)}
          >
            {say('recovery.print')}
          </Button>
        </div>
        <Checkbox label={say('recovery.kept')} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <div className={s.acts}>
          <Button size="md" variant="filled" disabled={!kept} onClick={onClose}>
            {say('recovery.done')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
