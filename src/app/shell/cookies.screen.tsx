import { Switch } from '@mantine/core';
import { authCookies, authFacts, localeFacts } from '#kit/facts.ts';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { useConfig } from '#kit/ui/config.tsx';
import t from '#kit/ui/table.module.css';
import { useConsent } from './consent.tsx';
import s from './cookies.module.css';
import { shellText } from './shell-text.ts';

const dayOf = (seconds: number): number => seconds / 86_400;
type Kept = {
  name: string;
  why:
    | 'token'
    | 'refresh'
    | 'refreshHint'
    | 'redirect'
    | 'locale'
    | 'expiry'
    | 'scheme'
    | 'folded'
    | 'consent'
    | 'draft'
    | 'reload'
    | 'zone'
    | 'guest'
    | 'devices'
    | 'layout'
    | 'motion'
    | 'seat';
  where: 'cookie' | 'httpOnly' | 'local' | 'session';
  until: number | 'untilClosed' | 'untilCleared' | 'untilSaved';
};
/** Everything that this client and its server keep in a browser. A new name belongs here first. */
export const kept: readonly Kept[] = [
  { name: authCookies.token, why: 'token', where: 'cookie', until: dayOf(authFacts.refreshTokenLifeSeconds) },
  { name: authCookies.refreshToken, why: 'refresh', where: 'httpOnly', until: dayOf(authFacts.refreshTokenLifeSeconds) },
  { name: authCookies.refreshExpiration, why: 'refreshHint', where: 'cookie', until: dayOf(authFacts.refreshTokenLifeSeconds) },
  { name: authCookies.redirect, why: 'redirect', where: 'cookie', until: 'untilClosed' },
  { name: localeFacts.cookie, why: 'locale', where: 'cookie', until: localeFacts.cookieDays },
  { name: `${authFacts.storagePrefix}*`, why: 'expiry', where: 'local', until: 'untilCleared' },
  { name: 'mantine-color-scheme-value', why: 'scheme', where: 'local', until: 'untilCleared' },
  { name: 'atrium.folded', why: 'folded', where: 'local', until: 'untilCleared' },
  { name: 'atrium.consent', why: 'consent', where: 'local', until: 365 },
  { name: 'atrium.draft.*', why: 'draft', where: 'local', until: 'untilSaved' },
  { name: 'atrium.zone', why: 'zone', where: 'cookie', until: 365 },
  { name: 'atrium_guest', why: 'guest', where: 'httpOnly', until: 180 },
  { name: 'atrium.devices', why: 'devices', where: 'local', until: 'untilCleared' },
  { name: 'atrium.layout', why: 'layout', where: 'local', until: 'untilCleared' },
  { name: 'atrium.motion', why: 'motion', where: 'local', until: 'untilCleared' },
  { name: 'atrium.seat.*', why: 'seat', where: 'session', until: 'untilClosed' },
  { name: 'atrium.reload', why: 'reload', where: 'session', until: 'untilClosed' },
];

function KeptTable() {
  const say = shellText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard (WCAG 2.1.1)
    <div className={t.scroll} tabIndex={0}>
      <table className={`${t.table} ${s.table}`}>
        <thead>
          <tr>
            <th scope="col">{say('cookies.name')}</th>
            <th scope="col">{say('cookies.why')}</th>
            <th scope="col">{say('cookies.how')}</th>
            <th scope="col">{say('cookies.until')}</th>
          </tr>
        </thead>
        <tbody>
          {kept.map((one) => (
            <tr key={one.name}>
              <th scope="row">
                <Ltr mono="mono">{one.name}</Ltr>
              </th>
              <td>{say(`cookies.${one.why}`)}</td>
              <td>{say(`cookies.${one.where}`)}</td>
              <td>{typeof one.until === 'number' ? say('cookies.days', { count: one.until }) : say(`cookies.${one.until}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is stored in the browser, and the one choice there is. */
export function Screen() {
  const say = shellText();
  const { tagManagerId } = useConfig();
  const { answer, give } = useConsent();
  return (
    <div className={s.page}>
      <PageHead title={say('cookies.title')} sub={say('cookies.lead')} />
      <div className={s.panels}>
        <Panel title={say('cookies.needed')} id="needed">
          <p className="small soft">{say('cookies.neededText')}</p>
          <KeptTable />
        </Panel>
        <Panel title={say('cookies.choice')} id="choice">
          <p className="small soft">{tagManagerId === null ? say('cookies.choiceNone') : say('cookies.choiceText')}</p>
          {tagManagerId !== null && (
            <Switch
              className={s.switch ?? ''}
              label={say('cookies.count')}
              checked={answer === 'yes'}
              onChange={(event) => give(event.currentTarget.checked ? 'yes' : 'no')}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}
