import { z } from 'zod'

const text = z.string().nullable()

/** The only reply with the whole key, after it is issued (201) or rotated (200). */
export const issuedApiKey = z.object({ id: z.number().int(), name: z.string(), prefix: z.string(), key: z.string() })
export type IssuedApiKey = z.infer<typeof issuedApiKey>

export const issueApiKeyRequest = z.object({
  name: z
    .string('Give the key a name.')
    .trim()
    .min(1, 'Give the key a name.')
    .max(100, 'A name has at most 100 characters.'),
  owner: z
    .string('An owner is a name or an address.')
    .trim()
    .max(200, 'An owner has at most 200 characters.')
    .optional(),
})

const maxOverlapHours = 168
/** The previous key still works for `overlap_hours`. A new key that was never used is replaced without an overlap. */
export const rotateApiKeyRequest = z.object({
  overlap_hours: z.coerce
    .number('The overlap is a number of hours, such as 24.')
    .int('The overlap is a whole number of hours.')
    .min(0, 'The overlap cannot be negative.')
    .max(maxOverlapHours, `The overlap is at most ${maxOverlapHours} hours.`),
})

/** `previous_until` is when the previous key stops working. `older` lists even older keys that still work. */
export const apiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: text,
  prefix: z.string(),
  previous_prefix: text,
  previous_until: text,
  older: z.array(z.object({ prefix: z.string(), until: z.string() })).default([]),
  created_at: z.string(),
  created_by: z.string(),
  rotated_at: text,
  revoked_at: text,
  revoked_by: text,
  last_used_at: text,
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeysPage = z.object({ keys: z.array(apiKey) })
export type ApiKeysPage = z.infer<typeof apiKeysPage>
