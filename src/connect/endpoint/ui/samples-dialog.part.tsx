import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '#kit/ui/copy.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Scrolls } from '#kit/ui/scrolls.tsx';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { type SampleLanguage, languages, sampleOf, secretVariable } from './samples.hook.ts';

/** Programs to copy, with the account's own address in them. */
export function SamplesDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const say = endpointText();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const text = sampleOf(language, url);
  const lead = say('samples.lead', { name: `\u2066${secretVariable}\u2069` });
  return (
    <Dialog title={say('samples.title')} lead={lead} width={720} onClose={onClose}>
      <div className={s.fields}>
        <SegmentedControl
          dir="ltr"
          aria-label={say('samples.title')}
          data={[...languages]}
          value={language}
          onChange={(value) => setLanguage(languages.find((one) => one === value) ?? 'curl')}
        />
        <Scrolls className={s.code} dir="ltr" label={say('samples.label', { language })}>
          <pre>{text}</pre>
        </Scrolls>
      </div>
      <div className={dialogs.acts}>
        <CopyButton key={language} text={text} size="md" />
        <Button size="md" variant="filled" onClick={onClose}>
          {say('shown.done')}
        </Button>
      </div>
    </Dialog>
  );
}
