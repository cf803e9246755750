import * as z from 'zod/mini';
import { emailField, localeField, nameField, newPasswordField, timeZoneField } from '../identity.contract.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '../identity.rules.ts';

// Forms load their schema after they are shown: no page of this domain carries zod at once.

/** A password that is there already: any is good enough to be tried. */
const givenPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));
/** Who signs in: only an empty field is refused, so that no wrong guess about addresses keeps anybody out. */
export const signInFields = z.object({
  email: z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX)),
  password: givenPassword,
});
export const emailFields = z.object({ email: emailField });
export const emailChangeFields = z.object({ email: emailField });
export const profileFields = z.object({ name: nameField, locale: localeField, timeZone: timeZoneField });
export const newPasswordFields = z.object({ password: newPasswordField });
// `password`, not `next`: the server's refusal of a weak one names that field
export const passwordChangeFields = z.object({ current: givenPassword, password: newPasswordField });
const always = {
  name: nameField,
  organisation: nameField,
  password: newPasswordField,
  locale: localeField,
  timeZone: timeZoneField,
};
export const registerFields = z.object(always);
/** Who came by a provider needs no password. */
export const bareRegisterFields = z.object({ ...always, password: z.string() });
/** The first person of an installation has no mailed link that names the address. */
export const firstRegisterFields = z.object({ ...always, email: emailField });
