import { Checkbox, NativeSelect } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { NoticeChoices } from '#core/outbox/outbox.contract.ts';
import { digests, type NoticeTopic } from '#core/outbox/outbox.rules.ts';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { choicesQuery, noticesApi } from './settings-queries.hook.ts';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

/** Each choice counts at once; one that could not be kept goes back to what it was. */
export function Notifications() {
  const say = settingsText();
  const { notices } = useApi(noticesApi);
  const queries = useQueryClient();
  const query = choicesQuery(notices);
  const { data } = useSuspenseQuery(query);
  const failureText = useFailureText(say);
  const [failure, setFailure] = useState('');
  const keep = async (next: Partial<NoticeChoices>) => {
    setFailure('');
    queries.setQueryData(query.queryKey, { ...data, ...next });
    try {
      queries.setQueryData(query.queryKey, await notices.choose({ body: next }));
    } catch (error) {
      queries.setQueryData(query.queryKey, data);
      setFailure(failureText(error));
    }
  };
  const put = (topic: NoticeTopic, change: Partial<NoticeChoices['topics'][number]>) =>
    void keep({ topics: data.topics.map((one) => (one.topic === topic ? { ...one, ...change } : one)) });
  return (
    <div className={s.col}>
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <Panel flush="flush" id="topics" title={say('notifications.title')}>
        <table className={s.choices}>
          <thead>
            <tr>
              <th scope="col">{say('notifications.topic')}</th>
              <th scope="col">{say('notifications.notice')}</th>
              <th scope="col">{say('notifications.mail')}</th>
            </tr>
          </thead>
          <tbody>
            {data.topics.map(({ topic, notice, mail }) => {
              const name = say(`notifications.topics.${topic}`);
              return (
                <tr key={topic}>
                  <th scope="row">{name}</th>
                  <td>
                    <Checkbox
                      aria-label={say('notifications.noticeOf', { topic: name })}
                      checked={notice}
                      onChange={(event) => put(topic, { notice: event.currentTarget.checked })}
                    />
                  </td>
                  <td>
                    {mail === null ? (
                      <span className="quiet" aria-hidden="true">
                        –
                      </span>
                    ) : (
                      <Checkbox
                        aria-label={say('notifications.mailOf', { topic: name })}
                        checked={mail}
                        onChange={(event) => put(topic, { mail: event.currentTarget.checked })}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">{say('notifications.always')}</th>
              <td>
                <Checkbox
                  aria-label={say('notifications.noticeOf', { topic: say('notifications.always') })}
                  checked
                  disabled
                  readOnly
                />
              </td>
              <td>
                <Checkbox
                  aria-label={say('notifications.mailOf', { topic: say('notifications.always') })}
                  checked
                  disabled
                  readOnly
                />
              </td>
            </tr>
          </tbody>
        </table>
        <p className={`tiny quiet ${s.foot}`}>{say('notifications.foot')}</p>
      </Panel>
      <Panel id="digest" title={say('notifications.digest')}>
        <div className={s.narrow}>
          <NativeSelect
            size="md"
            label={say('notifications.digestLabel')}
            description={say('notifications.digestHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={data.digest}
            onChange={(event) => {
              const digest = digests.find((one) => one === event.currentTarget.value);
              if (digest !== undefined) void keep({ digest });
            }}
            data={digests.map((value) => ({ value, label: say(`notifications.digests.${value}`) }))}
          />
        </div>
      </Panel>
    </div>
  );
}
