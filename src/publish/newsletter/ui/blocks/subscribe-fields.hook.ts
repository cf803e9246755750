import * as z from 'zod/mini';
import { emailField, localeField } from '#core/identity/identity.contract.ts';

// loaded after the form is shown, so that no page carries zod at once
export const subscribeFields = z.object({ email: emailField, locale: localeField, lists: z.array(z.string()) });
export const addressFields = z.object({ email: emailField });
