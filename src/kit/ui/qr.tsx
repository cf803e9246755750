import { QrCode } from '@atrium/engine/ui/qr-code.tsx';
import { kitText } from './text/kit-text.ts';

const look = { background: '#fff', borderRadius: 8, flex: 'none' };
export function Qr({ text, size = 112, label }: { text: string; size?: number; label?: string }) {
  const say = kitText();
  return <QrCode text={text} label={label ?? say('qr.label', { text })} width={size} height={size} style={look} />;
}
