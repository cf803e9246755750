import { Button } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { dashboardApi, type OperatorDashboard, useDashboardRefresh } from './dashboard-data.hook.ts';
import { dashboardText } from './dashboard-text.hook.ts';
import s from './dashboard.module.css';
import type { GoState } from './go.hook.ts';
import { StartMenu } from './start.part.tsx';

type SetupStep = NonNullable<OperatorDashboard['setup']>[number];
const paths: Readonly<Record<Exclude<SetupStep['key'], 'meeting'>, string>> = {
  mail: '/settings?tab=mail',
  legal: '/settings?tab=legal',
  server: '/servers/add-server',
  plan: '/subscription-plans/add-plan',
  people: '/users/IAMUsers/add-user',
};

type StepProps = { step: SetupStep; rooms: OperatorDashboard['quickStart']; go: GoState };
function StepLine({ step: { key, done }, rooms, go }: StepProps) {
  const say = dashboardText();
  const Mark = done ? IconCircleCheckFilled : IconCircle;
  return (
    <li data-done={done ? '' : undefined}>
      <Mark size={20} stroke={1.5} aria-hidden className={s.mark} />
      <span className="grow">
        <span className="strong small">{say(`setup.${key}.title`)}</span>
        {!done && <span className={`tiny quiet ${s.hint}`}>{say(`setup.${key}.text`)}</span>}
      </span>
      {!done &&
        (key === 'meeting' ? (
          <StartMenu rooms={rooms} go={go} look="filled" />
        ) : (
          <LinkButton to={paths[key]} variant="default" size="sm">
            {say(`setup.${key}.button`)}
          </LinkButton>
        ))}
    </li>
  );
}

/** What a new installation needs, until all of it is there or somebody hides the list. */
export function Setup({ steps, rooms, go }: { steps: readonly SetupStep[] } & Omit<StepProps, 'step'>) {
  const say = dashboardText();
  const { dashboard } = useApi(dashboardApi);
  const refresh = useDashboardRefresh();
  const toast = useToast();
  const failureText = useFailureText(say);
  const hide = () => dashboard.hideSetup({}).then(refresh, (error: unknown) => toast({ text: failureText(error) }));
  const [open, done] = [steps.filter((step) => !step.done), steps.filter((step) => step.done)];
  return (
    <Panel
      id="setup"
      title={say('setup.title')}
      flush="flush"
      aside={
        <Button size="xs" variant="subtle" onClick={() => void hide()}>
          {say('setup.hide')}
        </Button>
      }
    >
      <ul className={s.setup}>
        {open.map((step) => (
          <StepLine key={step.key} step={step} rooms={rooms} go={go} />
        ))}
      </ul>
      {done.length > 0 && (
        <details className={s.doneSteps}>
          <summary className="small quiet num">{say('setup.progress', { done: done.length, all: steps.length })}</summary>
          <ul className={s.setup}>
            {done.map((step) => (
              <StepLine key={step.key} step={step} rooms={rooms} go={go} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}
