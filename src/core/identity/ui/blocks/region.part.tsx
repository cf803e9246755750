import type { DraftForm } from '#kit/ui/form/form.tsx';
import { LocaleField, ZoneField } from '../region-fields.part.tsx';

type RegionField = { field: ReturnType<DraftForm<object>['input']>; label: string };
/** Language and time zone of somebody, in the forms of other domains. */
export function RegionFields({ locale, zone }: { locale: RegionField; zone: RegionField }) {
  return (
    <>
      <LocaleField {...locale} />
      <ZoneField {...zone} />
    </>
  );
}
