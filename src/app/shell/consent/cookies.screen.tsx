import { Switch } from '@mantine/core';
import { Ltr, PageHead, Panel } from '#kit/ui/bits.tsx';
import { useConfig } from '#kit/ui/config.tsx';
import { giveConsent } from '#kit/ui/consent.ts';
import t from '#kit/ui/table/table.module.css';
import s from './cookies.module.css';
import { type BrowserStorageEntry, keptWith, lifeOf } from './kept-in-browser.ts';
import { cookiesText } from '#app/shell/cookies/cookies-text.ts';
import { useConsent } from './use-consent.ts';

function KeptTable() {
  const say = cookiesText();
  const config = useConfig();
  const until = ({ until: end }: BrowserStorageEntry): string => {
    if (typeof end !== 'number') return say(`${end}`);
    const { unit, count } = lifeOf(end);
    return say(`${unit}`, { count });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard (WCAG 2.1.1)
    <div className={t.scroll} tabIndex={0}>
      <table className={`${t.table} ${s.table}`}>
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            <th scope="col">{say('why')}</th>
            <th scope="col">{say('how')}</th>
            <th scope="col">{say('until')}</th>
          </tr>
        </thead>
        <tbody>
          {keptWith(config).map((one) => (
            <tr key={one.name}>
              <th scope="row">
                <Ltr mono="mono">{one.name}</Ltr>
              </th>
              <td>{say(`${one.why}`)}</td>
              <td>{say(`${one.where}`)}</td>
              <td>{until(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What is stored in the browser, and the one choice there is. */
export function Screen() {
  const say = cookiesText();
  const { tagManagerId } = useConfig();
  const answer = useConsent();
  return (
    <div className={s.page}>
      <PageHead title={say('title')} sub={say('lead')} />
      <div className={s.panels}>
        <Panel title={say('needed')} id="needed">
          <p className="small soft">{say('neededText')}</p>
          <KeptTable />
        </Panel>
        <Panel title={say('choice')} id="choice">
          <p className="small soft">{tagManagerId === null ? say('choiceNone') : say('choiceText')}</p>
          {tagManagerId !== null && (
            <Switch
              className={s.switch ?? ''}
              label={say('count')}
              checked={answer === 'yes'}
              onChange={(event) => giveConsent(event.currentTarget.checked ? 'yes' : 'no')}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}
