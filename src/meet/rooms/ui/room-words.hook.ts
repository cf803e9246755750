import { kitText } from '#kit/ui/text/kit-text.ts';
import { roomLayouts } from '../rooms.rules.ts';
import { roomsText } from './rooms-text.hook.ts';

/** A field's value in words, for "Not saved yet" and for conflicts. */
export function useDraftWord(): (field: string, value: unknown) => string {
  const say = roomsText();
  const kit = kitText();
  return (field, value) => {
    if (field === 'entry' && (value === 'lobby' || value === 'code' || value === 'open')) return say(`entry.${value}`);
    if (field === 'start' && (value === 'hosts' || value === 'anyone')) return say(`form.starts.${value}`);
    const layout = field === 'layout' ? roomLayouts.find((one) => one === value) : undefined;
    if (layout !== undefined) return say(`options.layouts.${layout}`);
    if (typeof value === 'boolean') return kit(value ? 'form.on' : 'form.off');
    return typeof value === 'string' && value !== '' ? value : kit('form.nothing');
  };
}
