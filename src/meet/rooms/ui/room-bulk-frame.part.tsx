import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { WithWayOut } from '#kit/ui/way-out.tsx';
import type { RoomItem } from '../rooms.contract.ts';
import { useRoomsRefresh } from './rooms-data.hook.ts';
import { roomsText } from './rooms-text.hook.ts';
import { bulkText } from './bulk-text.hook.ts';
import s from './room-bulk.module.css';

export type RoomsDialogProps = {
  rooms: readonly RoomItem[];
  onClose: () => void;
  /** All of it is done: nothing stays chosen. */
  onDone: () => void;
};
export type BulkOutcome = { done: readonly string[]; refused: readonly { id: string; code: string }[] };
type Props = Omit<RoomsDialogProps, 'rooms'> & {
  title: string;
  verb: string;
  /** Null: what was typed cannot be sent, and its field says why. */
  work: () => Promise<BulkOutcome> | null;
  children: ReactNode;
};

/** The window of a change to several rooms: it stays open with the reason when some of them could not be changed. */
export function RoomsDialog({ title, verb, work, onClose, onDone, children }: Props) {
  const say = roomsText();
  const bulk = bulkText();
  const toast = useToast();
  const refresh = useRoomsRefresh();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: boolean; trouble: string }>({ busy: false, trouble: '' });
  const run = async (going: Promise<BulkOutcome>) => {
    setState({ busy: true, trouble: '' });
    try {
      const { done, refused } = await going;
      await refresh();
      if (done.length > 0) toast({ icon: IconCheck, text: bulk('bulk.done', { count: done.length }) });
      const [first] = refused;
      if (first === undefined) {
        onDone();
        onClose();
        return;
      }
      const reason = failureText(new Failure(first.code));
      setState({ busy: false, trouble: `${bulk('bulk.refused', { count: refused.length })} ${reason}` });
    } catch (error) {
      setState({ busy: false, trouble: failureText(error) });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const going = work();
    if (going !== null) void run(going);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={s.form} onSubmit={submit} noValidate>
        {children}
        {state.trouble !== '' && (
          <p className={s.trouble} role="alert">
            <WithWayOut>{state.trouble}</WithWayOut>
          </p>
        )}
        <div className={s.buttons}>
          <Button variant="subtle" onClick={onClose}>
            {bulk('bulk.cancel')}
          </Button>
          <Button type="submit" variant="filled" loading={state.busy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
