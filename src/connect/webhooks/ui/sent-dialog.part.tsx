import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import { Status } from '#kit/ui/status.tsx';
import { sentOneQuery, useWebhooks } from './blocks/webhooks-query.hook.ts';
import { useLookAgain } from './look-again.hook.ts';
import { sentStates, useSentWords } from './sent-words.hook.ts';
import s from './webhooks.module.css';
import { webhooksText } from './webhooks-text.hook.ts';

/** A delivery with what was sent and the beginning of the answer. */
export function SentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const say = webhooksText();
  const api = useWebhooks();
  const words = useSentWords();
  const queries = useQueryClient();
  const failureText = useFailureText(say);
  const { data, error } = useQuery(sentOneQuery(api, id));
  useLookAgain(useMemo(() => (data === undefined ? undefined : [data]), [data]));
  const [state, setState] = useState({ busy: 'no', trouble: '' });
  const again = async () => {
    setState({ busy: 'yes', trouble: '' });
    const trouble = await api.again({ params: { id } }).then(
      () => '',
      (failed: unknown) => failureText(failed),
    );
    await queries.invalidateQueries({ queryKey: ['user'] });
    setState({ busy: 'no', trouble });
  };
  const block = (label: string, text: string) => (
    <div>
      <span className="small strong">{label}</span>
      <pre className={s.text2} dir="ltr">
        {text}
      </pre>
    </div>
  );
  return (
    <Dialog title={data === undefined ? say('log.open') : words(data)} width={640} onClose={onClose}>
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      {state.trouble !== '' && <Banner hue="red">{state.trouble}</Banner>}
      {data === undefined ? (
        <Bone w={320} />
      ) : (
        <>
          <p className={`small ${s.name} ${s.gap}`}>
            <Status of={sentStates[data.state]} />
            <Ltr mono="mono">{data.lastStatus === null ? (data.lastTrouble ?? '') : String(data.lastStatus)}</Ltr>
            {data.tookMs !== null && <span className="quiet">{say('log.took', { ms: data.tookMs })}</span>}
          </p>
          <p className={`small quiet ${s.gap}`}>
            <Ltr>{`${data.method} ${data.address}`}</Ltr>
          </p>
          {data.body !== null && block(say('log.sent'), data.body)}
          {data.answer !== null && data.answer !== '' && block(say('log.answer'), data.answer)}
        </>
      )}
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('form.close')}
        </Button>
        {data !== undefined && data.state !== 'waiting' && (
          <Button size="md" variant="filled" loading={state.busy === 'yes'} onClick={() => void again()}>
            {say('log.again')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
