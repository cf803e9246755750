import { Button } from '@mantine/core';
import { IconEye, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Ltr } from '#kit/ui/bits.tsx';
import { cssVars } from '#kit/ui/css-vars.ts';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { SignSheet } from '#kit/ui/table/row-signs.tsx';
import { Status } from '#kit/ui/status.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { Time, useDurationText, useTimeText } from '#kit/ui/time.tsx';
import type { SecretItem } from '../endpoint.contract.ts';
import type { EndpointView } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { SecretCopy } from './secret-copy.part.tsx';
import { type SecretActs, useSecretActs } from './secret-acts.hook.ts';
import type { OpenDialog } from './secret-dialogs.part.tsx';
import { callsWord, hintOf, rangesWord, secretRows, works } from './secret-rows.hook.ts';

type SharedSecretProps = { acts: SecretActs; open: OpenDialog; manage: 'manage' | 'look' };

/** What a secret may, and from where; of the rules only those that it has. */
function May({ secret }: { secret: SecretItem }) {
  const say = endpointText();
  const { callsPerMinute, bodyHash, hashes, meetingsAtOnce, peoplePerMeeting } = secret;
  const rest = [
    rangesWord(say, secret.ranges),
    ...(callsPerMinute === null ? [] : [say('secrets.perMinute', { count: callsPerMinute })]),
    ...(meetingsAtOnce === null ? [] : [say('secrets.meetings', { count: meetingsAtOnce })]),
    ...(peoplePerMeeting === null ? [] : [say('secrets.people', { count: peoplePerMeeting })]),
    ...(hashes === null ? [] : [hashes.map((one) => one.toUpperCase()).join(', ')]),
    ...(bodyHash ? [say('secrets.bodyHash')] : []),
  ];
  return (
    <span className={s.two} title={[secret.calls?.join(', '), secret.ranges?.join(', ')].filter(Boolean).join(' · ')}>
      <span>{callsWord(say, secret.calls)}</span>
      <span className="tiny quiet">
        <DotLine>{rest}</DotLine>
      </span>
    </span>
  );
}

function SecretMenu({ secret, acts, open }: SharedSecretProps & { secret: SecretItem }) {
  const say = endpointText();
  const { name } = secret;
  return (
    <span className={s.acts}>
      {secret.state === 'active' && (
        <Button
          size="xs"
          variant="subtle"
          aria-label={say('secrets.rotateLabel', { name })}
          leftSection={<IconRefresh size={15} stroke={1.75} />}
          onClick={() => open({ kind: 'rotate', secret })}
        >
          {say('secrets.rotate')}
        </Button>
      )}
      <RowMenu label={say('secrets.more', { name })}>
        {() => (
          <>
            <MenuItem leftSection={<IconEye size={16} stroke={1.75} />} onClick={() => open({ kind: 'show', secret })}>
              {say('secrets.show')}
            </MenuItem>
            <MenuItem leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => open({ kind: 'edit', secret })}>
              {say('secrets.edit')}
            </MenuItem>
            <MenuDivider />
            <MenuItem data-danger leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => acts.end(secret)}>
              {say('secrets.end')}
            </MenuItem>
          </>
        )}
      </RowMenu>
    </span>
  );
}

const hour = 3_600_000;
/** A secret that works on for a while beside its successor: how long, who still uses it, and two ways out. */
function OlderSecret({ secret, acts, manage }: SharedSecretProps & { secret: SecretItem }) {
  const say = endpointText();
  const reader = useReader();
  const time = useTimeText();
  const duration = useDurationText();
  const { endsAt, lastUsedAt, lastAddress, name } = secret;
  const left = Math.max(0, (endsAt ?? 0) - reader.now);
  const hint = `\u2066${hintOf(secret)}\u2069`;
  const until = endsAt === null ? '' : time(endsAt);
  return (
    <div className={s.older}>
      <span className={s.left}>
        <Status of={secret.state === 'ending' ? 'ending' : 'ended'}>
          {secret.state === 'ending' && <bdi>{duration(left / 60_000)}</bdi>}
        </Status>
        {secret.state === 'ending' && <i style={cssVars({ '--left': `${Math.min(100, (left / (24 * hour)) * 100)}%` })} />}
      </span>
      <span className={s.olderText}>
        <span>{say(secret.state === 'ending' ? 'secrets.worksUntil' : 'secrets.endedAt', { hint, time: until })}</span>
        <span className="tiny quiet">
          {lastUsedAt === null
            ? say('secrets.neverUsed')
            : say('secrets.lastUse', { time: time(lastUsedAt), address: `\u2066${lastAddress ?? '–'}\u2069` })}
        </span>
      </span>
      {manage === 'manage' && (
        <span className={s.acts}>
          <Button size="xs" variant="subtle" loading={acts.busy === secret.id} onClick={() => acts.extend(secret)}>
            {say('secrets.extend')}
            <bdi className="hidden"> {name}</bdi>
          </Button>
          <Button size="xs" variant="subtle" data-danger onClick={() => acts.end(secret)}>
            {say('secrets.end')}
            <bdi className="hidden"> {name}</bdi>
          </Button>
        </span>
      )}
    </div>
  );
}

function SecretCells({ secret, ...shared }: SharedSecretProps & { secret: SecretItem }) {
  const say = endpointText();
  const time = useTimeText();
  return (
    <tr data-secret={secret.id}>
      <th scope="row">
        <span className={s.two}>
          <bdi className="strong">{secret.name}</bdi>
          <span className="tiny quiet">
            {say(secret.replaces === null ? 'secrets.since' : 'secrets.rotated', { time: time(secret.createdAt) })}
          </span>
          {!works(secret) && <Status of="ended" look="plain" />}
        </span>
      </th>
      <td>
        <span className={s.hint}>
          <Ltr mono="mono">{hintOf(secret)}</Ltr>
          {shared.manage === 'manage' && works(secret) && (
            <SecretCopy secret={secret} onShow={() => shared.open({ kind: 'show', secret })} />
          )}
        </span>
      </td>
      <td className={s.wide}>
        <May secret={secret} />
      </td>
      <td className={s.wide}>
        <span className={s.two}>
          <span>{secret.lastUsedAt === null ? say('secrets.never') : <Time at={secret.lastUsedAt} />}</span>
          {secret.lastAddress !== null && <Ltr className="tiny quiet">{secret.lastAddress}</Ltr>}
        </span>
      </td>
      <td className={s.actsCell}>{shared.manage === 'manage' && <SecretMenu secret={secret} {...shared} />}</td>
    </tr>
  );
}

/** The secrets, the youngest first; what a rotation replaced stands under its successor while it still works. */
export function Secrets({ endpoint, open }: { endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  const acts = useSecretActs();
  const rows = secretRows(endpoint.secrets);
  const shared: SharedSecretProps = { acts, open, manage: endpoint.rights.manage ? 'manage' : 'look' };
  if (rows.length === 0) return <p className={`small quiet ${s.pad}`}>{say('secrets.none')}</p>;
  return (
    <>
      <SignSheet />
      {acts.trouble !== '' && <Banner hue="red">{acts.trouble}</Banner>}
      <table className={s.secrets} aria-label={say('secrets.label')}>
        <thead>
          <tr>
            <th scope="col">{say('secrets.name')}</th>
            <th scope="col">{say('secrets.hint')}</th>
            <th scope="col" className={s.wide}>
              {say('secrets.may')}
            </th>
            <th scope="col" className={s.wide}>
              {say('secrets.used')}
            </th>
            <td>
              <span className="hidden">{say('secrets.actions')}</span>
            </td>
          </tr>
        </thead>
        {rows.map(({ secret, older }) => (
          <tbody key={secret.id}>
            <SecretCells secret={secret} {...shared} />
            {older.map((one) => (
              <tr key={one.id} data-older={one.id}>
                <td colSpan={5}>
                  <OlderSecret secret={one} {...shared} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}
