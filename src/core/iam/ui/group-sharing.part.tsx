import { useQuery } from '@tanstack/react-query';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Panel } from '#kit/ui/bits.tsx';
import type { ThingSharing } from '../groups.contract.ts';
import s from './group.module.css';
import { roleWords } from './group-thing-names.hook.ts';
import { sharingQuery } from './groups-data.hook.ts';
import { iamText } from './iam-text.hook.ts';
import { usersApi } from './user-data.hook.ts';

export type SharedRoom = { id: string; tags: readonly string[] };

function GroupRow({ group }: { group: ThingSharing }) {
  const say = iamText();
  const { can } = useAuth();
  const { name, role, through, tag, people, names } = group;
  const more = people - names.length;
  const who = names.map((one) => `\u2068${one}\u2069`).join(', ');
  return (
    <li>
      <IconUsersGroup size={18} stroke={1.75} className={s.sign} aria-hidden="true" />
      <span className={s.grow}>
        {can('groups.manage') ? (
          <Link className={s.to ?? ''} to={`/users/groups/edit-group/${group.id}`}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi className="strong">{name}</bdi>
        )}
        <span className="tiny quiet">
          {people === 0 ? say('groups.noPeople') : more > 0 ? say('sharing.more', { who, count: more }) : who}
        </span>
        {through !== 'room' && (
          <span className="tiny quiet">{say(`sharing.through.${through}`, { tag: `\u2068${tag ?? ''}\u2069` })}</span>
        )}
      </span>
      <span className="small">{roleWords(say, { kind: 'room', role, as: 'Role' })}</span>
    </li>
  );
}

/** Which groups of the account have the room, what they may do there, and who is in them. */
export function GroupSharing({ room }: { room: SharedRoom }) {
  const say = iamText();
  const { data } = useQuery(sharingQuery(useApi(usersApi), room));
  if (data === undefined) return null;
  return (
    <Panel id="groups" title={say('sharing.title')} flush="flush">
      {data.items.length === 0 ? (
        <p className={s.note}>{say('sharing.none')}</p>
      ) : (
        <ul className={s.list}>
          {data.items.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
