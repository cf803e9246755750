import { Button, Switch } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconRefresh } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useDayText, useTimeText } from '#kit/ui/time.tsx';
import { exchangeApi, stateQuery, useExchangeRefresh } from './exchange-data.hook.ts';
import { exchangeText } from './exchange-text.hook.ts';
import s from './exchange.module.css';

/** New rates come in the background: looked for again after so many milliseconds. */
const SOON = [1_500, 5_000];

/** Whether the bank's rates are taken, and how that went last. */
export function RateBank() {
  const say = exchangeText();
  const id = useId();
  const { exchange } = useApi(exchangeApi);
  const { data } = useSuspenseQuery(stateQuery(useApi(exchangeApi)));
  const refresh = useExchangeRefresh();
  const failureText = useFailureText(say);
  const toast = useToast();
  const [doing, setDoing] = useState({ busy: false, trouble: '' });
  const [day, moment] = [useDayText(), useTimeText()];
  const act = async (work: () => Promise<unknown>) => {
    setDoing({ busy: true, trouble: '' });
    const trouble = await work().then(() => '', failureText);
    await refresh();
    for (const later of SOON) setTimeout(() => void refresh(), later);
    setDoing({ busy: false, trouble });
  };
  const turn = (ecb: 'on' | 'off') => act(() => exchange.saveState({ body: { ecb, revision: data.revision } }));
  const again = () =>
    act(async () => {
      await exchange.take();
      toast({ icon: IconRefresh, text: say('bank.asked') });
    });
  const { takenAt, newest, failed } = data;
  return (
    <Panel id="exchange-bank" title={say('bank.title')}>
      <div className={s.bank}>
        {doing.trouble !== '' && <Banner hue="red">{doing.trouble}</Banner>}
        <div className={s.turn}>
          <label className="grow" htmlFor={id}>
            <span className="strong">{say('bank.switch')}</span>
            <span className={`small quiet ${s.hint}`}>{say('bank.text')}</span>
          </label>
          <Switch
            id={id}
            checked={data.ecb === 'on'}
            disabled={doing.busy}
            onChange={(event) => void turn(event.currentTarget.checked ? 'on' : 'off')}
          />
        </div>
        {data.ecb === 'on' && failed !== null && (
          <Banner hue="amber">{say(`bank.failed.${failed.why}`, { when: moment(failed.at, 'full') })}</Banner>
        )}
        {(data.ecb === 'on' || takenAt !== null) && (
          <div className={s.turn}>
            <span className="grow small soft">
              {takenAt === null || newest === null
                ? say('bank.never')
                : say('bank.taken', { when: moment(takenAt, 'full'), day: day(newest) })}
            </span>
            {data.ecb === 'on' && (
              <Button loading={doing.busy} leftSection={<IconRefresh size={16} />} onClick={() => void again()}>
                {say('bank.again')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}
