import type { SecretItem } from '../endpoint.contract.ts';
import type { EndpointView } from './endpoint-data.hook.ts';
import { HostDialog } from './host-dialog.part.tsx';
import { RotateDialog } from './rotate-dialog.part.tsx';
import { SamplesDialog } from './samples-dialog.part.tsx';
import { SecretForm } from './secret-form.part.tsx';
import { SecretShown } from './secret-shown.part.tsx';

/** Which window is open. */
export type EndpointWork =
  | { kind: 'add' }
  | { kind: 'samples' }
  | { kind: 'host' }
  | { kind: 'edit' | 'show' | 'rotate'; secret: Pick<SecretItem, 'id' | 'name'> };
export type OpenDialog = (work: EndpointWork) => void;

type Props = { work: EndpointWork; endpoint: EndpointView; open: OpenDialog; onClose: () => void };
/** The windows of the screen, which come with the first one that is opened. */
export function EndpointDialogs({ work, endpoint, open, onClose }: Props) {
  const show = (secret: SecretItem) => open({ kind: 'show', secret });
  if (work.kind === 'samples') return <SamplesDialog url={endpoint.url} onClose={onClose} />;
  if (work.kind === 'host') return <HostDialog endpoint={endpoint} onClose={onClose} />;
  if (work.kind === 'add') return <SecretForm secret={null} onDone={show} onClose={onClose} />;
  if (work.kind === 'show') return <SecretShown key={work.secret.id} url={endpoint.url} secret={work.secret} onClose={onClose} />;
  if (work.kind === 'rotate') return <RotateDialog secret={work.secret} onDone={show} onClose={onClose} />;
  const { id } = work.secret;
  const known = endpoint.secrets.find((one) => one.id === id);
  return known === undefined ? null : <SecretForm secret={known} onDone={onClose} onClose={onClose} />;
}
