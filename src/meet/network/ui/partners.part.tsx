import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr, Tag } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import type { NetworkPartner } from '../network.contract.ts';
import { networkApi, partnersQuery, useNetworkRefresh } from './network-data.hook.ts';
import { networkText } from './network-text.hook.ts';
import s from './network.module.css';

function AskForm() {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const form = useDraftForm<{ code: string }>({
    key: null,
    initial: { code: '' },
    check: ({ code }) => ({ ...(code.trim() === '' && { code: 'required' }) }),
    say,
    save: async ({ code }) => {
      await api.network.ask({ body: { code } });
      form.set('code', '');
      await refresh();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      <div className={s.code}>
        <TextInput
          size="md"
          {...form.input('code')}
          label={say('partners.theirs')}
          maxLength={60}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
        />
        <Button size="md" type="submit" loading={form.saving}>
          {say('partners.ask')}
        </Button>
      </div>
    </form>
  );
}

function PartnerRow({ partner }: { partner: NetworkPartner }) {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const name = partner.name === '' ? say('partners.unknown') : partner.name;
  const act = async (what: 'accept' | 'part') => {
    await api.network[what]({ params: { id: partner.id } });
    await refresh();
  };
  return (
    <li className={s.item}>
      <bdi className={s.words}>{name}</bdi>
      <Tag hue={partner.state === 'accepted' ? 'green' : 'blue'}>{say('partners.state', { state: partner.state })}</Tag>
      {partner.state === 'asks' && (
        <Button size="md" variant="filled" onClick={() => void act('accept')}>
          {say('partners.agree')}
        </Button>
      )}
      <Button size="md" variant="subtle" aria-label={say('partners.endName', { name })} onClick={() => void act('part')}>
        {partner.state === 'asks' ? say('room.decline') : say('offers.end')}
      </Button>
    </li>
  );
}

/** The own code and the accounts that agreed to be partners, or were asked. */
export function Partners() {
  const say = networkText();
  const api = useApi(networkApi);
  const refresh = useNetworkRefresh();
  const { data } = useQuery(partnersQuery(api));
  if (data === undefined) return null;
  const renew = async () => {
    await api.network.newCode();
    await refresh();
  };
  return (
    <section className={s.section} aria-labelledby="partners">
      <div className={s.head}>
        <h2 id="partners">{say('partners.title')}</h2>
      </div>
      <p className="quiet">{say('partners.hint')}</p>
      {data.vendor !== null && <p>{say('partners.vendor', { vendor: data.vendor })}</p>}
      <div className={s.code}>
        <span>
          <span className="small quiet">{say('partners.code')}</span>
          <br />
          <Ltr mono="mono">{data.code}</Ltr>
        </span>
        <CopyButton text={data.code} />
        <Button size="sm" variant="subtle" onClick={() => void renew()}>
          {say('partners.renew')}
        </Button>
      </div>
      <AskForm />
      {data.items.length > 0 && (
        <ul className={s.list}>
          {data.items.map((one) => (
            <PartnerRow key={one.id} partner={one} />
          ))}
        </ul>
      )}
    </section>
  );
}
