import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconPencil, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { Face, Ltr, Panel } from '#kit/ui/bits.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link, LinkButton } from '#kit/ui/link.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { Status } from '#kit/ui/status.tsx';
import type { StaffView } from '../staff.contract.ts';
import type { StaffRole } from '../admin.rules.ts';
import { adminApi, staffQuery, useAdminRefresh } from './admin-data.hook.ts';
import { adminText } from './admin-text.hook.ts';
import s from './admin.module.css';
import { RoleBoxes } from './roles.part.tsx';

/** The people who work for the operator, and their roles. */
export function StaffList() {
  const say = adminText();
  const api = useApi(adminApi);
  const { data } = useSuspenseQuery(staffQuery(api));
  const [editing, setEditing] = useState<StaffView | null>(null);
  const { remove, failure, proof } = useRemove();
  if (data.items.length === 0)
    return (
      <EmptyState title={say('staff.emptyTitle')} text={say('staff.emptyText')}>
        <LinkButton to="/users/add-user?for=staff">{say('staff.add')}</LinkButton>
      </EmptyState>
    );
  return (
    <Panel flush="flush">
      {failure !== '' && <Banner hue="red">{failure}</Banner>}
      <ul className={s.staff}>
        {data.items.map((one) => (
          <li key={one.id}>
            <Face name={one.name} size={32} />
            <span className="grow">
              <Link to={`/users/profile/${one.id}`} className="strong small" dir="auto">
                {one.name}
              </Link>
              <span className={`tiny quiet ${s.line}`}>
                <Ltr>{one.email}</Ltr>
              </span>
              <span className={`small ${s.line}`}>{one.roles.map((role) => say(`role.${role}`)).join(', ')}</span>
            </span>
            <Status of={one.state} look="plain" />
            {one.rights.edit && (
              <RowMenu label={say('staff.menu', { name: one.name })}>
                {() => (
                  <>
                    <MenuItem leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setEditing(one)}>
                      {say('staff.change')}
                    </MenuItem>
                    <MenuItem
                      color="red"
                      leftSection={<IconUserMinus size={16} stroke={1.75} />}
                      onClick={() => void remove(one)}
                    >
                      {say('staff.remove')}
                    </MenuItem>
                  </>
                )}
              </RowMenu>
            )}
          </li>
        ))}
      </ul>
      {editing !== null && <RolesDialog who={editing} mayGive={data.mayGive} onClose={() => setEditing(null)} />}
      {proof}
    </Panel>
  );
}

function useRemove() {
  const say = adminText();
  const { staff } = useApi(adminApi);
  const ask = useAsk();
  const refresh = useAdminRefresh();
  const failureText = useFailureText(say);
  const proof = useProof();
  const [failure, setFailure] = useState('');
  const remove = async (who: StaffView) => {
    const sure = await ask({
      title: say('staff.removeTitle', { name: who.name }),
      lead: say('staff.removeLead'),
      verb: say('staff.remove'),
      safe: say('cancel'),
    });
    if (!sure) return;
    const trouble = await proof
      .run(say('proof.staff'), () => staff.remove({ params: { id: who.id }, body: {} }))
      .then(() => '', failureText);
    setFailure(trouble);
    await refresh();
  };
  return { remove, failure, proof: proof.dialog };
}

type DialogProps = { who: StaffView; mayGive: readonly StaffRole[]; onClose: () => void };
function RolesDialog({ who, mayGive, onClose }: DialogProps) {
  const say = adminText();
  const { staff } = useApi(adminApi);
  const refresh = useAdminRefresh();
  const failureText = useFailureText(say);
  const proof = useProof();
  const [roles, setRoles] = useState<readonly StaffRole[]>(who.roles);
  const [state, setState] = useState({ busy: false, failure: '' });
  const save = async () => {
    if (roles.length === 0) return setState({ busy: false, failure: say('fieldErrors.no_role') });
    setState({ busy: true, failure: '' });
    try {
      const done = await proof.run(say('proof.staff'), () =>
        staff.change({ params: { id: who.id }, body: { roles: [...roles] } }),
      );
      await refresh();
      if (done !== null) return onClose();
      setState({ busy: false, failure: '' });
    } catch (error) {
      setState({ busy: false, failure: failureText(error) });
    }
  };
  return (
    <>
      <Dialog title={say('staff.dialog', { name: who.name })} lead={say('form.rolesHint')} width={520} onClose={onClose}>
        <div className={s.dialog}>
          {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
          <RoleBoxes label={say('form.roles')} value={roles} mayGive={mayGive} onChange={setRoles} />
          <div className={s.acts}>
            <Button size="md" onClick={onClose}>
              {say('cancel')}
            </Button>
            <Button size="md" variant="filled" loading={state.busy} onClick={() => void save()}>
              {say('staff.save')}
            </Button>
          </div>
        </div>
      </Dialog>
      {proof.dialog}
    </>
  );
}
