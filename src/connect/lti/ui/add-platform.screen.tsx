import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { RadioList } from '#kit/ui/form/form-parts.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { LtiPlatform } from '../lti.contract.ts';
import { type LtiProgram, ltiPrograms, platformRegistrations, usualRoles } from '../lti.rules.ts';
import { FirstLaunch, SelfRegistration, type StartedRegistration, StepActs } from './first-launch.part.tsx';
import { KeyValues } from './key-values.part.tsx';
import s from './lti.module.css';
import { ltiApi, overviewQuery, useLtiRefresh } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import {
  deploymentsIn,
  PlatformAddress,
  type PlatformFields,
  RuleFields,
  ToolAddresses,
  ValueFields,
} from './platform-fields.part.tsx';

export const load = async ({ api, queries }: LoadContext) => {
  await queries.ensureQueryData(overviewQuery(api(ltiApi)));
  return null;
};

type PlatformStep = 'way' | 'values' | 'rules' | 'try';
type RegistrationWay = LtiPlatform['registered'];
/** A platform that registers itself gets the usual permissions, which its own page changes. */
const stepsOf = (way: RegistrationWay): readonly PlatformStep[] =>
  way === 'itself' ? ['way', 'values', 'try'] : ['way', 'values', 'rules', 'try'];
const programNames = { moodle: 'Moodle', canvas: 'Canvas', ilias: 'ILIAS' } as const;
const noValues: PlatformFields = {
  ...{ name: '', issuer: '', clientId: '', deploymentIds: '', authUrl: '', tokenUrl: '', keysUrl: '' },
  ...{ teachersMakeRooms: true, roomOffer: 'made_there', launchPlace: 'frame', roles: usualRoles },
};

function StepList({ steps, at }: { steps: readonly PlatformStep[]; at: PlatformStep }) {
  const say = ltiText();
  return (
    <ol className={s.steps} aria-label={say('add.steps')}>
      {steps.map((one, place) => (
        <li key={one} aria-current={one === at ? 'step' : undefined}>
          {`${place + 1}. ${say(`add.${one}`)}`}
        </li>
      ))}
    </ol>
  );
}

type WayProps = {
  way: RegistrationWay;
  onWay: (way: RegistrationWay) => void;
  program: LtiProgram;
  onProgram: (program: LtiProgram) => void;
};
function WayFields({ way, onWay, program, onProgram, form }: WayProps & { form: DraftForm<PlatformFields> }) {
  const say = ltiText();
  const overview = useQuery(overviewQuery(useApi(ltiApi))).data;
  const byKey = [{ value: 'by_key' as const, title: say('add.by_key'), text: say('add.byKeyText') }];
  return (
    <>
      <RadioList
        label={say('add.way')}
        value={way}
        onChange={onWay}
        options={[
          { value: 'itself', title: say('add.itself'), text: say('add.itselfText') },
          { value: 'by_hand', title: say('add.by_hand'), text: say('add.byHandText') },
          ...(overview?.keyLaunches === true ? byKey : []),
        ]}
      />
      <NativeSelect
        size="md"
        label={say('add.program')}
        value={program}
        data={ltiPrograms.map((value) => ({ value, label: value === 'other' ? say('add.other') : programNames[value] }))}
        onChange={({ currentTarget }) => onProgram(ltiPrograms.find((one) => one === currentTarget.value) ?? program)}
      />
      <TextInput size="md" dir="auto" autoComplete="off" maxLength={100} label={say('add.name')} {...form.input('name')} />
    </>
  );
}

type ValuesProps = { program: LtiProgram; platform: string; form: DraftForm<PlatformFields> };
function Values({ program, platform, form }: ValuesProps) {
  const say = ltiText();
  const addresses = useQuery(overviewQuery(useApi(ltiApi))).data?.addresses;
  return (
    <div className={s.cards}>
      <section className={s.card} style={{ justifyItems: 'stretch' }}>
        <h2>{say('add.copyInto', { platform })}</h2>
        <p className="small strong">{say(`add.where.${program}`)}</p>
        <p className="soft small">{say(`add.settings.${program}`)}</p>
        {addresses !== undefined && <ToolAddresses addresses={addresses} />}
      </section>
      <section className={s.card} style={{ justifyItems: 'stretch' }}>
        <h2>{say('add.pasteBack', { platform })}</h2>
        <p className="soft small">{say(`add.shown.${program}`)}</p>
        <ValueFields form={form} issuer="asked" />
      </section>
    </div>
  );
}

const requiredOf = {
  itself: ['name', 'issuer', 'clientId', 'authUrl', 'tokenUrl', 'keysUrl'],
  by_hand: ['name', 'issuer', 'clientId', 'authUrl', 'tokenUrl', 'keysUrl'],
  by_key: ['name', 'issuer'],
} as const;
type ConnectedPlatform = { id: string; clientId: string; secret: string | null };
type ConnectionWish = { way: RegistrationWay; program: LtiProgram };
function useConnecting({ way, program }: ConnectionWish, onMade: (made: ConnectedPlatform) => void) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const refresh = useLtiRefresh();
  return useDraftForm<PlatformFields>({
    key: null,
    initial: noValues,
    check: (values) =>
      Object.fromEntries(requiredOf[way].filter((one) => values[one].trim() === '').map((one) => [one, 'required'])),
    say,
    save: async ({ roles: _usual, deploymentIds, ...rest }) => {
      const { name, issuer, teachersMakeRooms, roomOffer, launchPlace } = rest;
      if (way === 'by_key')
        onMade(await lti.addKeyPlatform({ body: { name, issuer, program, teachersMakeRooms, roomOffer, launchPlace } }));
      else {
        const body = { ...rest, program, deploymentIds: deploymentsIn(deploymentIds) };
        onMade({ ...(await lti.addPlatform({ body })), secret: null });
      }
      await refresh();
    },
  });
}

/** Asks for the address with which a platform registers itself. */
function useRegistrationStart(onStarted: () => void) {
  const { lti } = useApi(ltiApi);
  const failureText = useFailureText(ltiText());
  const [started, setStarted] = useState<StartedRegistration | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async (body: { name: string; program: LtiProgram }) => {
    setFailure(null);
    try {
      setStarted(await lti.startRegistration({ body }));
      onStarted();
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return { started, failure, start };
}

/** Connects a platform once, by itself or by hand. */
export function Screen() {
  const say = ltiText();
  const [search] = useSearchParams();
  const [step, setStep] = useState<PlatformStep>('way');
  const overview = useQuery(overviewQuery(useApi(ltiApi))).data;
  const [chosen, setWay] = useState<RegistrationWay>(platformRegistrations.find((one) => one === search.get('way')) ?? 'itself');
  // an address may name a way that the account does not allow
  const way = chosen === 'by_key' && overview?.keyLaunches !== true ? 'itself' : chosen;
  const [program, setProgram] = useState<LtiProgram>('moodle');
  const [made, setMade] = useState<ConnectedPlatform | null>(null);
  const test = (connected: ConnectedPlatform) => {
    setMade(connected);
    setStep('try');
  };
  const form = useConnecting({ way, program }, test);
  const registration = useRegistrationStart(() => setStep('values'));
  const steps = stepsOf(way);
  const at = steps.indexOf(step);
  const name = form.values.name.trim();
  const platform = program === 'other' ? name : programNames[program];
  const missing = step === 'way' ? name === '' : requiredOf[way].some((one) => form.values[one].trim() === '');
  const move = (by: number) => setStep(steps[at + by] ?? step);
  const next = () => (step === 'way' && way === 'itself' ? void registration.start({ name, program }) : move(1));
  const failure = form.failure ?? registration.failure;
  return (
    <>
      <PageHead
        title={step === 'way' ? say('page.add') : say('add.connectTo', { platform })}
        sub={<StepList steps={steps} at={step} />}
      />
      <form className={`${s.form} ${step === 'values' && way !== 'by_key' ? '' : s.narrow}`} onSubmit={form.submit} noValidate>
        {failure !== null && <Banner hue="red">{failure}</Banner>}
        {step === 'way' && <WayFields {...{ way, program, form }} onWay={setWay} onProgram={setProgram} />}
        {step === 'values' && way === 'itself' && registration.started !== null && (
          <SelfRegistration
            registration={registration.started}
            {...{ program, platform }}
            onBack={() => move(-1)}
            onNext={(id) => test({ id, clientId: '', secret: null })}
          />
        )}
        {step === 'values' && way === 'by_hand' && <Values {...{ program, platform, form }} />}
        {step === 'values' && way === 'by_key' && <PlatformAddress form={form} />}
        {step === 'rules' && <RuleFields form={form} />}
        {made !== null && made.secret !== null && <KeyValues consumerKey={made.clientId} secret={made.secret} />}
        {made !== null && <FirstLaunch id={made.id} platform={platform} />}
        {step !== 'try' && !(step === 'values' && way === 'itself') && (
          <StepActs onBack={at === 0 ? null : () => move(-1)}>
            {step === 'rules' ? (
              <Button key="connect" size="md" variant="filled" type="submit" loading={form.saving}>
                {say('add.connect')}
              </Button>
            ) : (
              <Button key="next" size="md" variant="filled" disabled={missing} onClick={next}>
                {say('add.next')}
              </Button>
            )}
          </StepActs>
        )}
      </form>
    </>
  );
}
