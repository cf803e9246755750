import type { DraftForm } from '#kit/ui/form/form.tsx';
import { LocaleField, ZoneField } from '../region-fields.part.tsx';

type Field = { field: ReturnType<DraftForm<object>['input']>; label: string };
/** Language and time zone of somebody, in the forms of other domains. */
export function RegionFields({ locale, zone }: { locale: Field; zone: Field }) {
  return (
    <>
      <LocaleField {...locale} />
      <ZoneField {...zone} />
    </>
  );
}
