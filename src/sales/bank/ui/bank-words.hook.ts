/** An account number in groups of four, as banks print it. */
export const ibanText = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');
