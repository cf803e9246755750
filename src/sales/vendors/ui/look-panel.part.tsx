import { fillOf } from '#kit/colour.ts';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Link } from '#kit/ui/link.tsx';
import type { VendorLook } from '../vendors.contract.ts';
import { vendorsText } from './vendors-text.hook.ts';
import s from './vendors.module.css';

/** What customers see of a vendor, as they see it. `to`: where it is changed; null for who may only look. */
export function LookPanel({ look, to }: { look: VendorLook; to: string | null }) {
  const say = vendorsText();
  const { name, accent, senderName, replyTo, host, logo } = look;
  const facts = [
    { word: say('look.accent'), text: accent },
    { word: say('look.replyTo'), text: replyTo },
    { word: say('look.host'), text: host },
  ];
  const isPlain = [name, accent, senderName, replyTo, host, logo].every((one) => one === null);
  return (
    <Panel
      id="look-panel"
      title={say('look.title')}
      aside={
        to !== null && (
          <Link className="link small" to={to}>
            {say('look.change')}
          </Link>
        )
      }
    >
      <div className={s.preview}>
        {isPlain && <span className="small quiet">{say('look.none')}</span>}
        {logo !== null && <img src={logo} alt={say('look.logo')} />}
        {name !== null && <bdi className="strong">{name}</bdi>}
        {accent !== null && (
          <span className={s.swatch} style={{ background: fillOf(accent) }} aria-hidden="true">
            Aa
          </span>
        )}
      </div>
      <dl className={s.look}>
        {senderName !== null && (
          <div>
            <dt>{say('look.senderName')}</dt>
            <dd>
              <bdi>{senderName}</bdi>
            </dd>
          </div>
        )}
        {facts.map(
          ({ word, text }) =>
            text !== null && (
              <div key={word}>
                <dt>{word}</dt>
                <dd>
                  <Ltr>{text}</Ltr>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  );
}
