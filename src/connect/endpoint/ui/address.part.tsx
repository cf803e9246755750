import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import type { EndpointView } from './endpoint-data.hook.ts';
import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';
import { OwnHost } from './host.part.tsx';
import type { OpenDialog } from './secret-dialogs.part.tsx';
import { Secrets } from './secrets.part.tsx';

/** What one comes to copy: the address on top, under it the secrets and the own host name. */
export function AddressPanel({ endpoint, open }: { endpoint: EndpointView; open: OpenDialog }) {
  const say = endpointText();
  const { revoked, rights, url } = endpoint;
  return (
    <Panel
      flush="flush"
      id="address"
      title={say('address.title')}
      aside={revoked > 0 && <span className="tiny quiet">{say('address.revoked', { count: revoked })}</span>}
    >
      <div className={s.address}>
        <span className="hidden">{say('address.label')}</span>
        <Ltr mono="mono" className={`${s.url} grow`}>
          {url}
        </Ltr>
        <CopyButton text={url} />
      </div>
      <Secrets endpoint={endpoint} open={open} />
      <OwnHost endpoint={endpoint} open={open} />
      {!rights.manage && (
        <p className={`tiny quiet ${s.pad}`}>{say('page.noManage', { permission: '\u2066api.manage\u2069' })}</p>
      )}
    </Panel>
  );
}
