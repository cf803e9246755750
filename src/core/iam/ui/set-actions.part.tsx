import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { countsIn, type StatementScope } from '../statements.rules.ts';
import { iamText } from './iam-text.hook.ts';
import { areaOf, areaWords, byArea, verbWords } from './set-words.hook.ts';
import s from './user.module.css';

type SetChoice = { name: string; mine: boolean };
type Props = {
  choices: readonly SetChoice[];
  value: readonly string[];
  scope: StatementScope;
  onChange: (actions: string[]) => void;
  error?: string;
};

/** Permissions by area. All of an area, or everything, covers what comes later, too. */
export function ActionBoxes({ choices, value, scope, onChange, error }: Props) {
  const say = iamText();
  const id = useId();
  const areas = byArea(choices);
  const all = value.includes('*');
  const toggle = (name: string) => onChange(value.includes(name) ? value.filter((one) => one !== name) : [...value, name]);
  const known = (name: string) =>
    name === '*' ||
    (name.endsWith('.*') && areas.some(([area]) => area === areaOf(name))) ||
    choices.some((one) => one.name === name);
  return (
    <fieldset className={s.pick} aria-describedby={error === undefined ? undefined : id}>
      <legend>{say('sets.actions')}</legend>
      <span className="tiny quiet">{say('sets.actionsHint')}</span>
      <Checkbox label={say('sets.everything')} checked={all} onChange={() => onChange(all ? [] : ['*'])} />
      {!all && (
        <div className={s.areas}>
          {areas.map(([area, inArea]) => {
            const whole = `${area}.*`;
            const covered = value.includes(whole);
            return (
              <fieldset key={area}>
                <legend>{areaWords(say, area)}</legend>
                <Checkbox
                  size="xs"
                  label={say('sets.allHere')}
                  checked={covered && countsIn(scope, whole)}
                  disabled={!countsIn(scope, whole) || (!covered && inArea.some(({ mine }) => !mine))}
                  onChange={() => onChange([...value.filter((one) => areaOf(one) !== area), ...(covered ? [] : [whole])])}
                />
                {inArea.map(({ name, mine }) => (
                  <Checkbox
                    key={name}
                    size="xs"
                    label={verbWords(say, name)}
                    checked={countsIn(scope, name) && (covered || value.includes(name))}
                    disabled={covered || !countsIn(scope, name) || (!mine && !value.includes(name))}
                    onChange={() => toggle(name)}
                  />
                ))}
              </fieldset>
            );
          })}
        </div>
      )}
      {value
        .filter((name) => !known(name))
        .map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={
              <bdi dir="ltr" className="mono">
                {name}
              </bdi>
            }
            checked
            onChange={() => toggle(name)}
          />
        ))}
      {error !== undefined && (
        <p id={id} className={s.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
