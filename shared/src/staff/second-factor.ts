import { z } from 'zod'
import { withoutFormatCharacters } from '../format-characters.ts'
import { institution } from '../institution.ts'
import { staffUser } from './accounts.ts'

/** The proofs that can follow the password: a code of an authenticator app, a passkey, one of ten backup codes. */
const factorMethods = ['totp', 'passkey', 'backup_code'] as const
export const factorMethod = z.enum(factorMethods)
export type FactorMethod = z.infer<typeof factorMethod>

/** The ways to prove that a signed-in person is still there: the second factor, or else the password. */
export const proofMethod = z.enum([...factorMethods, 'password', 'google'])
export type ProofMethod = z.infer<typeof proofMethod>

/**
 * Members of a 403 that asks for a proof: show one with `POST /account/proof`, then send the same request again.
 * `confirms` is what is done then, such as "Undo the import".
 */
export const proofWanted = z.object({
  prove: z.literal(true),
  methods: z.array(proofMethod),
  confirms: z.string().optional(),
})
export type ProofWanted = z.infer<typeof proofWanted>

/** A proof counts for this long. */
export const proofMinutes = 30

export const backupCodeCount = 10

/** A browser's reply to a passkey's challenge. The library that checks it knows the rest of its members. */
const passkeyReply = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({}),
  clientExtensionResults: z.looseObject({}).default({}),
})

/** A code of six digits is the app's; a backup code looks like `k7f2p-9xmqd`. */
const factorCode = z
  .string()
  .overwrite(withoutFormatCharacters)
  .trim()
  .min(1, 'Enter the code.')
  .max(50, 'A code is shorter.')

/** `POST /login/second-factor`: one of both. 401: it was not right, or was used before. 410: too late, begin anew. */
export const secondFactorRequest = z
  .object({
    code: factorCode.optional(),
    passkey: passkeyReply.optional(),
    /** The token in the reply to `POST /login` with `token: true`, in place of the cookie. */
    second_factor_token: z.string().max(100).optional(),
    return_to: z.string().max(2000).optional(),
  })
  .refine(({ code, passkey }) => Boolean(code) !== Boolean(passkey), { message: 'Enter the code.', path: ['code'] })

/** `POST /login` of someone with a second factor: no session yet. */
export const secondFactorWanted = z.object({
  second_factor: z.array(factorMethod),
  second_factor_token: z.string().optional(),
})
export type SecondFactorWanted = z.infer<typeof secondFactorWanted>

/** `GET /login/second-factor`: null when no sign-in waits for it. */
export const secondFactorPage = z.object({ institution, second_factor: z.array(factorMethod).nullable() })

/** `POST /account/proof`. */
export const proofRequest = z.union([
  z.object({ code: factorCode }),
  z.object({ passkey: passkeyReply }),
  z.object({ password: z.string().min(1, 'Enter your password.').max(1024, 'A password has at most 128 characters.') }),
])
export type ProofRequest = z.infer<typeof proofRequest>

/** `GET /account/proof`: whether what needs a fresh proof would be done now, and how to prove. */
export const proofState = z.object({ is_fresh: z.boolean(), methods: z.array(proofMethod) })

/** Options for the browser's `navigator.credentials`; made and read by the two halves of one library. */
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

/** `GET /account`. */
export const accountPage = z.object({
  user: staffUser,
  /** Stands under the name in letters. */
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

/** `POST /account/totp`: not in force before `POST /account/totp/confirm`. */
export const totpSecret = z.object({ secret: z.string(), uri: z.string() })
export type TotpSecret = z.infer<typeof totpSecret>
export const confirmTotpRequest = z.object({ code: factorCode })

/** Backup codes, shown once: with the first factor, or when new ones are asked for. Empty: those from before go on. */
export const newBackupCodes = z.object({ backup_codes: z.array(z.string()) })

const passkeyName = z
  .string()
  .trim()
  .min(1, 'Give the passkey a name.')
  .max(60, 'A name has at most 60 characters.')
  .regex(/^[^\p{Cc}]*$/u, 'A name has no line breaks or other invisible characters.')
export const addPasskeyRequest = z.object({ passkey: passkeyReply, name: passkeyName.optional() })
export const renamePasskeyRequest = z.object({ name: passkeyName })

/** The passkeys that still count, for `signalAllAcceptedCredentials` in the browser. */
export const acceptedPasskeys = z.object({
  rp_id: z.string(),
  user_id: z.string(),
  credential_ids: z.array(z.string()),
})
