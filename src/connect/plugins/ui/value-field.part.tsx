import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { useCopy } from '#kit/ui/copy.tsx';
import { kitText } from '#kit/ui/text/kit-text.ts';
import { pluginsText } from './plugins-text.hook.ts';
import s from './plugins.module.css';

/** A value to take along, under the name that its field has in the other program. */
export function ValueField({ label, text }: { label: string; text: string }) {
  return (
    <ValueBox label={label} shown={text}>
      <CopyValue label={label} get={async () => text} />
    </ValueBox>
  );
}

export function ValueBox({ label, shown, children }: { label: string; shown: ReactNode; children: ReactNode }) {
  return (
    <div className={s.field}>
      <span className={s.fieldLabel}>
        <Ltr>{label}</Ltr>
      </span>
      <div className={s.fieldBox}>
        <span className={s.value}>
          <Ltr mono="mono">{shown}</Ltr>
        </span>
        <span className={s.fieldActs}>{children}</span>
      </div>
    </div>
  );
}

/** Copies what `get` fetches; null says that it could not be had. */
export function CopyValue({ label, get }: { label: string; get: () => Promise<string | null> }) {
  const say = pluginsText();
  const kit = kitText();
  const { state, copy } = useCopy();
  const word = kit(state === 'yes' ? 'copy.copied' : state === 'failed' ? 'copy.failed' : 'copy.copy');
  const Icon = state === 'yes' ? IconCheck : IconCopy;
  const run = async () => {
    const text = await get();
    if (text !== null) await copy(text);
  };
  return (
    <>
      <Button
        size="xs"
        leftSection={<Icon size={14} stroke={1.75} />}
        {...(state === 'no' && { 'aria-label': say('values.copyOf', { field: label }) })}
        onClick={() => void run()}
      >
        {word}
      </Button>
      <span className="hidden" role="status">
        {state === 'no' ? '' : word}
      </span>
    </>
  );
}
