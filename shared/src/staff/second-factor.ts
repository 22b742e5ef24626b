import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { institution } from '../institution.ts'
import { staffUser } from './accounts.ts'

const factorMethods = ['totp', 'passkey', 'backup_code'] as const
export const factorMethod = z.enum(factorMethods)
export type FactorMethod = z.infer<typeof factorMethod>

/** Ways for a signed-in user to confirm their identity: a second factor or, without one, the password or Google. */
export const proofMethod = z.enum([...factorMethods, 'password', 'google'])
export type ProofMethod = z.infer<typeof proofMethod>

/** The 403 reply to a request that first needs a proof (`POST /account/proof`). `confirms` describes the action. */
export const proofRequired = z.object({
  prove: z.literal(true),
  methods: z.array(proofMethod),
  confirms: z.string().optional(),
})
export type ProofRequired = z.infer<typeof proofRequired>

export const proofMinutes = 30

export const backupCodeCount = 10

/** The WebAuthn library checks the other members of the reply. */
const passkeyReply = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}).default({}),
})

/** A six-digit code from an authenticator app, or a backup code such as `k7f2p-9xmqd`. */
const factorCode = z
  .string()
  .overwrite(withoutFormatCharacters)
  .trim()
  .min(1, 'Enter the code.')
  .max(50, 'A code is shorter.')

/** Replies 401 if the code or passkey is wrong or was used before, or 410 if the sign-in has expired. */
export const secondFactorRequest = z
  .object({
    code: factorCode.optional(),
    passkey: passkeyReply.optional(),
    /** The token from `POST /login` with `token: true`, instead of the cookie. */
    second_factor_token: z.string().max(100).optional(),
    return_to: z.string().max(2000).optional(),
  })
  .refine(({ code, passkey }) => Boolean(code) !== Boolean(passkey), { message: 'Enter the code.', path: ['code'] })

/** The reply to `POST /login` if a second factor is required; there is no session yet. */
export const secondFactorRequired = z.object({
  second_factor: z.array(factorMethod),
  second_factor_token: z.string().optional(),
})
export type SecondFactorRequired = z.infer<typeof secondFactorRequired>

export const secondFactorPage = z.object({ institution, second_factor: z.array(factorMethod).nullable() })

export const proofRequest = z.union([
  z.object({ code: factorCode }),
  z.object({ passkey: passkeyReply }),
  z.object({ password: z.string().min(1, 'Enter your password.').max(1024, 'A password has at most 128 characters.') }),
])
export type ProofRequest = z.infer<typeof proofRequest>

export const proofState = z.object({ is_fresh: z.boolean(), methods: z.array(proofMethod) })

export const passkeyOptions = z.looseObject({ challenge: z.string() })

export const passkey = z.object({
  id: z.number().int(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof passkey>

export const secondFactorState = z.object({
  totp: z.object({ confirmed_at: z.string() }).nullable(),
  passkeys: z.array(passkey),
  backup_codes_left: z.number().int(),
  is_required: z.boolean(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

export const accountPage = z.object({
  user: staffUser,
  /** Appears under the name in letters. */
  job_title: z.string(),
  has_password: z.boolean(),
  has_google: z.boolean(),
  sessions: z.array(
    z.object({
      id: z.number().int(),
      browser: z.string(),
      created_at: z.string(),
      used_at: z.string(),
      is_this: z.boolean(),
    }),
  ),
  second_factor: secondFactorState,
})
export type AccountPage = z.infer<typeof accountPage>

/** The secret takes effect after `POST /account/totp/confirm`. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() })
export type TotpSecret = z.infer<typeof totpSecret>
export const confirmTotpRequest = z.object({ code: factorCode })

/** New backup codes, shown once; empty if the existing ones stay valid. */
export const newBackupCodes = z.object({ backup_codes: z.array(z.string()) })

const passkeyName = z
  .string()
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(60, 'A name has at most 60 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'A name has no line breaks or other invisible characters.')
export const addPasskeyRequest = z.object({ passkey: passkeyReply, name: passkeyName.optional() })
export const renamePasskeyRequest = z.object({ name: passkeyName })

export const acceptedPasskeys = z.object({
  rp_id: z.string(),
  user_id: z.string(),
  credential_ids: z.array(z.string()),
})
