import { SegmentedControl, TextInput } from '@mantine/core';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { PageHead } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { type ListShape, useListState } from '#kit/ui/table/list-state.ts';
import { Status } from '#kit/ui/status.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { type PluginCheck, checkOf } from '../check.rules.ts';
import { type PluginProgram, programKinds } from '../guides.rules.ts';
import { programs } from '../programs.rules.ts';
import { Letters } from './letters.part.tsx';
import { useClients } from './plugins-data.hook.ts';
import { nameOf, pluginsText } from './plugins-text.hook.ts';
import s from './plugins.module.css';

const shape = { filters: ['kind'], sort: 'name' } as const satisfies ListShape;
type PluginItem = { program: PluginProgram; check: PluginCheck };

/** All programs with a guide: those that call stand first, with how it goes. */
export function PluginsGrid() {
  const say = pluginsText();
  const list = useListState(shape);
  const clients = useClients('once');
  const seen = clients.data?.items ?? [];
  const items = programs.map((program) => ({ program, check: checkOf(program, seen) }));
  const kind = programKinds.find((one) => one === list.filters['kind']?.[0]) ?? 'all';
  const search = list.q.trim().toLowerCase();
  const fits = ({ program }: PluginItem) =>
    (kind === 'all' || program.kind === kind) && nameOf(say, program).toLowerCase().includes(search);
  const shown = items.filter(fits);
  const used = shown.filter(({ check }) => check.state !== 'none');
  const rest = shown.filter(({ check }) => check.state === 'none');
  return (
    <>
      <PageHead title={say('page.title')} sub={say('list.sub')} />
      <div className={s.bar}>
        <TextInput
          className={s.search ?? ''}
          aria-label={say('list.search')}
          placeholder={say('list.search')}
          leftSection={<IconSearch size={14} stroke={2} />}
          value={list.q}
          onChange={(event) => list.setQ(event.currentTarget.value)}
        />
        <div className={s.kinds}>
          <SegmentedControl
            aria-label={say('list.kind')}
            value={kind}
            onChange={(value) => list.setFilter('kind', value === 'all' ? [] : [value])}
            data={[
              { value: 'all', label: say('list.all') },
              ...programKinds.map((value) => ({ value, label: say(`kind.${value}`) })),
            ]}
          />
        </div>
        <span className={`small quiet ${s.used}`}>
          {say('list.inUse', {
            used: items.filter(({ check }) => check.lastAnswered !== null).length,
            total: programs.length,
          })}
        </span>
      </div>
      {clients.isError && <Banner hue="amber">{say('list.trouble')}</Banner>}
      {shown.length === 0 && (
        <p className="soft" role="status">
          {say('list.nothing', { other: say('program.otherName') })}
        </p>
      )}
      <Cards title={say('list.connected')} items={used} />
      <Cards title={used.length > 0 ? say('list.more') : say('list.programs')} items={rest} />
      <section className={s.else}>
        <div className="grow">
          <h2 className="small">{say('list.elseTitle')}</h2>
          <p className="small soft">{say('list.elseText')}</p>
        </div>
        <LinkButton to="/api-endpoint">{say('list.elseAct')}</LinkButton>
      </section>
    </>
  );
}

function Cards({ title, items }: { title: string; items: readonly PluginItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className={s.group} aria-label={title}>
      <h2 className={s.groupHead}>{title}</h2>
      <ul className={s.grid}>
        {items.map((item) => (
          <li key={item.program.id}>
            <Card {...item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ program, check }: PluginItem) {
  const say = pluginsText();
  return (
    <Link to={`/plugins?program=${program.id}`} className={s.card}>
      <span className={s.cardHead}>
        <Letters program={program} size={40} />
        <span>
          <span className={s.cardName}>{nameOf(say, program)}</span>
          <span className="tiny quiet">{program.kind === null ? ' ' : say(`kind.${program.kind}`)}</span>
        </span>
      </span>
      <span className={`small soft ${s.blurb}`}>{say(`program.${program.id}`)}</span>
      <span className={s.cardFoot}>
        <span className="grow">
          <CardState check={check} />
        </span>
        <IconArrowRight size={16} stroke={1.75} className="turn" />
      </span>
    </Link>
  );
}

function CardState({ check }: { check: PluginCheck }) {
  const say = pluginsText();
  const time = useTimeText();
  if (check.last === null) return <span className="small quiet">{say('card.none')}</span>;
  return (
    <>
      <Status of={check.state === 'refused' ? 'refused' : 'connected'} look="plain">
        {say('card.lastCall', { time: time(check.last.at) })}
      </Status>
      <span className={`tiny quiet ${s.figures}`}>
        <span>{say('card.creates', { count: check.creates })}</span>
        <span>{say('card.joins', { count: check.joins })}</span>
      </span>
    </>
  );
}
