import { Button } from '@mantine/core';
import { IconArrowLeft, IconExternalLink, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHead, Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Link } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { type PluginCheck, checkOf, secretsFor, stepStates } from '../check.rules.ts';
import type { PluginProgram } from '../guides.rules.ts';
import { CheckPanel, LastCall } from './check-panel.part.tsx';
import { GuideSteps } from './guide-steps.part.tsx';
import { Letters } from './letters.part.tsx';
import { useClients, useEndpoint } from './plugins-data.hook.ts';
import { nameOf, pluginsText } from './plugins-text.hook.ts';
import s from './plugins.module.css';

/** What was seen of the account's programs, with why the last look failed; `look` looks again at once. */
function useSeen() {
  const failureText = useFailureText(pluginsText());
  const own = useEndpoint();
  const clients = useClients('often');
  const [looking, setLooking] = useState('no');
  const failure = clients.error ?? own.error;
  const look = async () => {
    setLooking('yes');
    // the secrets too: one may have been ended meanwhile
    await Promise.all([own.refetch(), clients.refetch()]);
    setLooking('no');
  };
  return {
    endpoint: own.data,
    seen: clients.data?.items ?? [],
    at: clients.dataUpdatedAt,
    trouble: failure === null ? '' : failureText(failure),
    looking,
    look: () => void look(),
  };
}

/** How to connect one program: numbered steps with the account's values, and beside them what was seen of it. */
export function Guide({ program }: { program: PluginProgram }) {
  const say = pluginsText();
  const name = nameOf(say, program);
  usePageTitle(name);
  const { endpoint, seen, at, trouble, looking, look } = useSeen();
  const check = checkOf(program, seen);
  const states = stepStates(program.steps, check);
  if (endpoint === undefined) return null;
  return (
    <>
      <Link to="/plugins" className={s.back}>
        <IconArrowLeft size={14} stroke={2} className="turn" />
        {say('list.back')}
      </Link>
      <PageHead
        title={
          <span className={s.title}>
            <Letters program={program} size={32} />
            {name}
          </span>
        }
        sub={<GuideSub program={program} check={check} />}
      >
        {program.page !== null && (
          <Button
            component="a"
            className={`${s.act} ${s.wide}`}
            href={program.page}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={16} stroke={1.75} />}
          >
            {say('guide.page', { name })}
          </Button>
        )}
        <Button
          variant="filled"
          className={s.act ?? ''}
          leftSection={<IconPlugConnected size={16} stroke={1.75} />}
          loading={looking === 'yes'}
          onClick={look}
        >
          {say('guide.check')}
        </Button>
      </PageHead>
      <div className={s.guide}>
        <Panel title={say('guide.steps', { name })} id="steps">
          <p className="tiny quiet">{say('guide.english')}</p>
          <GuideSteps
            program={program}
            states={states}
            endpoint={endpoint}
            secrets={secretsFor(program, endpoint.secrets, check.last)}
          />
        </Panel>
        <div className={s.side}>
          <CheckPanel program={program} check={check} seen={seen} url={endpoint.url} at={at} trouble={trouble} />
          {check.last !== null && <LastCall last={check.last} />}
          <Panel
            title={say('guide.pitfalls')}
            id="pitfalls"
            aside={
              program.page !== null && (
                <a href={program.page} target="_blank" rel="noreferrer" className={`link small ${s.narrow}`}>
                  {say('guide.page', { name })}
                </a>
              )
            }
          >
            <ul className={s.pitfalls}>
              {program.pitfalls.map((one) => (
                <li key={one}>{say.maybe(`pitfall.${one}`)}</li>
              ))}
            </ul>
          </Panel>
        </div>
      </div>
    </>
  );
}

function GuideSub({ program, check }: { program: PluginProgram; check: PluginCheck }) {
  const say = pluginsText();
  const time = useTimeText();
  return (
    <>
      {check.last !== null && (
        <Status of={check.state === 'refused' ? 'refused' : 'connected'}>
          {say('card.lastCall', { time: time(check.last.at) })}
        </Status>
      )}
      <span>{program.versions === '' ? say('guide.forOther') : say('guide.for', { versions: program.versions })}</span>
    </>
  );
}
