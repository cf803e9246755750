import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import { locales } from '#kit/facts.ts';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { zoneLabel } from './zone-label.hook.ts';
import type { ZoneOption } from './zones.hook.ts';

type FieldProps = ReturnType<DraftForm<object>['input']>;

/** One of the 13 languages, each by its own name. */
export function LocaleField({ field, label }: { field: FieldProps; label: string }) {
  return (
    <NativeSelect
      size="md"
      label={label}
      autoComplete="language"
      data={locales.map((value) => ({ value, label: localeNames[value] }))}
      {...field}
    />
  );
}

/** The time zones of this browser, made when the page is alive. Before only the chosen one is there: the list of the server may differ. */
export function ZoneField({ field, label }: { field: FieldProps; label: string }) {
  const { now } = useReader();
  const chosen = typeof field['value'] === 'string' ? field['value'] : 'UTC';
  const [zones, setZones] = useState<readonly ZoneOption[] | null>(null);
  useEffect(() => {
    let left = false;
    import('./zones.hook.ts').then(
      ({ zoneOptions }) => {
        if (!left) setZones(zoneOptions(now));
      },
      // the zone that is chosen can still be sent
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [now]);
  const own = { value: chosen, label: zoneLabel(chosen, now) };
  const known = zones ?? [own];
  const data = known.some((zone) => zone.value === chosen) ? known : [own, ...known];
  return <NativeSelect size="md" label={label} data={[...data]} {...field} />;
}
