/** What a browser is asked when a passkey is made or used, as JSON (WebAuthn 3 §5.1.8, §5.1.9): every member that our server sends. */
import * as z from 'zod/mini';

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.exactOptional(z.array(transport)) }),
);
const need = z.enum(['discouraged', 'preferred', 'required']);
const hints = z.array(z.enum(['hybrid', 'security-key', 'client-device']));

export const optionsToMake = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.exactOptional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.exactOptional(z.number()),
  excludeCredentials: z.exactOptional(descriptors),
  authenticatorSelection: z.exactOptional(
    z.object({
      residentKey: z.exactOptional(need),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(need),
    }),
  ),
  hints: z.exactOptional(hints),
  attestation: z.exactOptional(z.enum(['direct', 'enterprise', 'indirect', 'none'])),
  extensions: z.exactOptional(z.object({ credProps: z.exactOptional(z.boolean()) })),
});
export type OptionsToMake = z.output<typeof optionsToMake>;

export const optionsToUse = z.object({
  challenge: z.string(),
  rpId: z.exactOptional(z.string()),
  timeout: z.exactOptional(z.number()),
  allowCredentials: z.exactOptional(descriptors),
  userVerification: z.exactOptional(need),
});
export type OptionsToUse = z.output<typeof optionsToUse>;
