import { useMemo, useSyncExternalStore } from 'react';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** ISO 3166-1, of the places that have an address. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

const never = () => () => {};
/** Countries for a field to choose from, by name in the reader's language. */
export function useCountries(): { value: string; label: string }[] {
  const tag = intlTag(useReader().locale);
  // the server and the browser may know other names and another order: the page that was sent has the codes alone
  const isHere = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return useMemo(() => {
    if (!isHere) return codes.map((value) => ({ value, label: value }));
    const names = new Intl.DisplayNames([tag], { type: 'region' });
    const { compare } = new Intl.Collator(tag);
    return codes
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((one, other) => compare(one.label, other.label));
  }, [isHere, tag]);
}
