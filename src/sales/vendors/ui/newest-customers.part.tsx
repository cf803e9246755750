import { Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { VendorView } from '../vendors.contract.ts';
import { CustomerStatus } from './vendor-state.part.tsx';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

/** Who came last to a vendor, and how many there are, for the operator. */
export function NewestCustomers({ vendor }: { vendor: Pick<VendorView, 'customers' | 'newest'> }) {
  const say = vendorsText();
  const { customers, newest } = vendor;
  return (
    <Panel
      id="vendor-customers"
      flush="flush"
      title={say('list.customers')}
      aside={customers > 0 && <span className="small quiet">{say('customer.newest', { count: customers })}</span>}
    >
      <ul className={s.newest}>
        {newest.length === 0 && <li className="quiet">{say('customer.emptyTitle')}</li>}
        {newest.map((one) => (
          <li key={one.id}>
            <Link className="link" to={`/users/edit-user/${one.id}`}>
              <bdi>{one.name}</bdi>
            </Link>
            <CustomerStatus of={one.state} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
