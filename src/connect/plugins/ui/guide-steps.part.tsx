import { IconAlertTriangle, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ResultIn } from '#kit/contract.ts';
import { Ltr } from '#kit/ui/bits.tsx';
import type { endpointCalls, SecretItem } from '../../endpoint/endpoint.contract.ts';
import type { StepState } from '../check.rules.ts';
import { addressAs, type GuideStep, type PluginProgram } from '../guides.rules.ts';
import { pluginsText } from './plugins-text.hook.ts';
import { NewSecret, SecretChoice, SecretField } from './secret-field.part.tsx';
import { ValueField } from './value-field.part.tsx';
import s from './plugins.module.css';

type EndpointView = ResultIn<typeof endpointCalls.get>;
type GuideCommon = { program: PluginProgram; endpoint: EndpointView; secrets: readonly SecretItem[] };

/** The steps in their order; each says whether a call has shown that it is done. */
export function GuideSteps({ states, ...common }: GuideCommon & { states: readonly StepState[] }) {
  const [chosen, choose] = useState<string | null>(null);
  const secret = common.secrets.find((one) => one.id === chosen) ?? common.secrets[0] ?? null;
  return (
    <ol className={s.steps}>
      {common.program.steps.map((step, at) => (
        <Step
          key={step.words}
          {...common}
          step={step}
          number={at + 1}
          state={states[at] ?? 'open'}
          secret={secret}
          onChoose={choose}
        />
      ))}
    </ol>
  );
}

type StepProps = GuideCommon & {
  step: GuideStep;
  number: number;
  state: StepState;
  secret: SecretItem | null;
  onChoose: (id: string) => void;
};
const letters = ['a', 'b', 'c', 'd', 'e'] as const;

function Step({ step, number, state, secret, onChoose, ...common }: StepProps) {
  const say = pluginsText();
  // isolated, because these names stay left-to-right inside every sentence
  const names = Object.fromEntries(letters.map((letter, at) => [letter, `\u2066${step.names[at] ?? ''}\u2069`]));
  const wantsSecret = step.fields.some((field) => field.value === 'secret');
  return (
    <li className={s.step} id={`step-${number}`} data-state={state} tabIndex={-1}>
      <span className={s.mark} aria-hidden="true">
        {state === 'done' ? (
          <IconCheck size={16} stroke={2} />
        ) : state === 'wrong' ? (
          <IconAlertTriangle size={16} stroke={2} />
        ) : (
          number
        )}
      </span>
      <div className={s.stepBody}>
        <h3>
          {say.maybe(`step.${step.words}.title`)}
          <span className="hidden">. {say(`guide.${state}`)}</span>
        </h3>
        {step.path.length > 0 && <MenuPath path={step.path} />}
        <p className="small soft">{say.maybe(`step.${step.words}.text`, names)}</p>
        {wantsSecret && <SecretChoice {...common} secret={secret} onChoose={onChoose} />}
        {step.fields.map((field) => {
          if (field.value === 'secret')
            return secret === null ? null : (
              <SecretField key={field.label} label={field.label} secret={secret} endpoint={common.endpoint} />
            );
          const text = typeof field.value === 'string' ? addressAs(common.endpoint.url, field.value) : field.value.fixed;
          return <ValueField key={field.label} label={field.label} text={text} />;
        })}
        {wantsSecret && common.endpoint.rights.manage && <NewSecret program={common.program} onMade={onChoose} />}
      </div>
    </li>
  );
}

/** The way through the menus of the other program, in its own words. */
function MenuPath({ path }: { path: readonly string[] }) {
  const say = pluginsText();
  return (
    <p className={s.path}>
      <span className="hidden">{say('guide.where')}</span>
      <Ltr>
        {path.map((one, at) => (
          <span key={one}>
            {at > 0 && <IconChevronRight size={12} stroke={2} aria-hidden="true" />}
            <span className={at === path.length - 1 ? 'strong' : ''}>{one}</span>
          </span>
        ))}
      </Ltr>
    </p>
  );
}
