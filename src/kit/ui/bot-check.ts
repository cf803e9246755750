import type { Challenge } from 'altcha-lib';
import { botCheckFacts } from '#kit/facts.ts';
import { BotCheckError } from './bot-check-error.ts';

/** What the challenge call answers. */
export type BotChallenge =
  | { kind: 'off' }
  | { kind: 'proof-of-work'; challenge: unknown }
  | { kind: 'recaptcha'; siteKey: string | null; version: number | null };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
function isChallenge(value: unknown): value is Challenge {
  if (!isObject(value) || !isObject(value['parameters'])) return false;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = value['parameters'];
  return (
    [algorithm, nonce, salt, keyPrefix].every((v) => typeof v === 'string') &&
    typeof cost === 'number' &&
    typeof keyLength === 'number'
  );
}

/** Works until the puzzle is solved; the browser derives the keys off the main thread (Web Crypto). */
async function prove(challenge: unknown): Promise<string> {
  if (!isChallenge(challenge)) throw new BotCheckError('executeFailed');
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    window.isSecureContext ? import('altcha-lib/algorithms/web/pbkdf2') : import('./derive-key.ts'),
  ]).catch(() => {
    throw new BotCheckError('loadFailed');
  });
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null);
  if (solution === null) throw new BotCheckError('executeFailed');
  return btoa(JSON.stringify({ challenge, solution }));
}

type Recaptcha = { ready: (run: () => void) => void; execute: (key: string, options: { action: string }) => Promise<string> };
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}
const scriptId = 'bot-check';

function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const ready = () => {
      const { grecaptcha } = window;
      if (grecaptcha === undefined) reject(new BotCheckError('loadFailed'));
      else grecaptcha.ready(() => resolve(grecaptcha));
    };
    if (window.grecaptcha !== undefined) return ready();
    document.getElementById(scriptId)?.remove();
    const script = document.createElement('script');
    script.id = scriptId;
    script.async = true;
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}&badge=${botCheckFacts.badge}`;
    script.onload = ready;
    script.onerror = () => reject(new BotCheckError('loadFailed'));
    document.head.append(script);
  });
}

/**
 * Solves the check that the server asks for and answers the text for the `challenge` field. `action` names the form
 * (`login`, `sign_up`, `reset`). Throws `BotCheckError`.
 */
export async function solveBotCheck(asked: BotChallenge, action: string): Promise<string> {
  if (asked.kind === 'off') return 'off';
  if (asked.kind === 'proof-of-work') return prove(asked.challenge);
  if (asked.siteKey === null || asked.siteKey === '') throw new BotCheckError('noKey');
  if (asked.version !== botCheckFacts.version) throw new BotCheckError('noVersion');
  const recaptcha = await loadRecaptcha(asked.siteKey);
  return recaptcha.execute(asked.siteKey, { action }).catch(() => {
    throw new BotCheckError('executeFailed');
  });
}
