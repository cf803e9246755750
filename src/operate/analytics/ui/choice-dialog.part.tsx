import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Bone } from '#kit/ui/feedback.tsx';
import { SearchField } from '#kit/ui/light-parts.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { useApi } from '#kit/ui/query/api.tsx';
import { analyticsLimits, type NamedDimension } from '../measures.rules.ts';
import { analyticsApi, choicesQuery } from './analytics-data.hook.ts';
import { analyticsText } from './analytics-text.hook.ts';

import s from './analytics.module.css';

type ChoiceDialogProps = {
  of: NamedDimension;
  chosen: readonly string[];
  /** Whether more than one can be chosen. */
  pick: 'one' | 'many';
  onChoose: (ids: string[]) => void;
  onClose: () => void;
};

/** Rooms, people, accounts or servers by name, to narrow figures to. */
export function ChoiceDialog({ of, chosen, pick, onChoose, onClose }: ChoiceDialogProps) {
  const say = analyticsText();
  const api = useApi(analyticsApi);
  const [words, setWords] = useState('');
  const [ids, setIds] = useState(chosen);
  const [search] = useDebouncedValue(words, 200);
  const { data } = useQuery({ ...choicesQuery(api, { of, search }), placeholderData: (before) => before });
  const toggle = (id: string) => {
    if (pick === 'one') setIds([id]);
    else setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(0, analyticsLimits.values));
  };
  return (
    <Dialog title={say(`choice.${of}`)} onClose={onClose}>
      <form
        className={s.choice}
        onSubmit={(event) => {
          event.preventDefault();
          onChoose([...ids]);
        }}
      >
        <SearchField
          icon={<IconSearch size={16} stroke={1.75} />}
          aria-label={say('choice.search')}
          placeholder={say('choice.search')}
          value={words}
          maxLength={analyticsLimits.search}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <fieldset className={s.options} aria-label={say(`choice.${of}`)}>
          {data === undefined && <Bone w="60%" h={16} />}
          {data?.items.map(({ id, name }) => (
            <label key={id}>
              <input
                type={pick === 'one' ? 'radio' : 'checkbox'}
                name="choice"
                checked={ids.includes(id)}
                onChange={() => toggle(id)}
              />
              <bdi className="cut">{name}</bdi>
            </label>
          ))}
          {data?.items.length === 0 && <p className="soft small">{say('choice.nothing')}</p>}
        </fieldset>
        <div className={dialogs.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" variant="filled" type="submit" disabled={ids.length === 0}>
            {say('choice.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
