import type { HostRecord as Shown } from '#kit/host-proof.ts';
import { CopyButton } from '#kit/ui/copy.tsx';
import { vendorsText } from '../vendors-text.hook.ts';
import s from '../vendors.module.css';

/** What has to stand in the DNS before a host name is one's own. */
export function HostRecord({ record }: { record: Shown }) {
  const say = vendorsText();
  const lines = [
    { label: say('look.recordName'), copy: say('look.copyRecordName'), text: record.name },
    { label: say('look.recordValue'), copy: say('look.copyRecordValue'), text: record.value },
  ];
  return (
    <div className={s.record}>
      <p className="quiet">{say('look.record')}</p>
      <dl className={s.facts}>
        {lines.map(({ label, copy, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={s.row}>
              <code dir="ltr">{text}</code>
              <CopyButton text={text} label={copy} look="icon" size="md" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
