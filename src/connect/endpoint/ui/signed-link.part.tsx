import { endpointText } from './endpoint-text.hook.ts';
import s from './endpoint.module.css';

/** The link as a program would send it, its checksum on a line of its own; and the text that is hashed, the secret as dots. */
export function SignedLink({ url, signed, age }: { url: string; signed: string; age: 'current' | 'before' }) {
  const say = endpointText();
  const at = url.lastIndexOf('checksum=');
  const query = url.indexOf('?') + 1;
  return (
    <div className={s.signed} data-age={age}>
      <p className={s.label}>{say('builder.link')}</p>
      <p className={s.code} dir="ltr" data-link="">
        <span data-piece="mark">{url.slice(0, query)}</span>
        <span>{url.slice(query, at)}</span>
        <b data-piece="name">{url.slice(at)}</b>
      </p>
      <details>
        <summary className="small soft">{say('builder.hashed')}</summary>
        <p className={s.code} dir="ltr">
          {signed}
        </p>
      </details>
    </div>
  );
}
