import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { releaseTag } from '@alumni/shared/operations/releases'
import { z } from 'zod'
import { listSecrets } from '../../foundations/http/tokens.ts'
import { BackupProblem } from './problem.ts'

export const backupId = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{6}$/)
const size = z
  .number()
  .int()
  .min(0)
  .max(2 ** 50)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const part = z.strictObject({ bytes: size, sha256 })
export type Part = z.infer<typeof part>

/** Describes a backup. The id determines the keys of its parts. Part sizes and digests are of the stored bytes. */
export const manifest = z.strictObject({
  format: z.literal(1),
  id: backupId,
  /** Increases with each backup, independent of the clock. */
  sequence: z.number().int().min(1).max(1e9),
  release: z.string().max(40).regex(releaseTag),
  migrations: z.array(z.string().max(200)).max(5000),
  postgres: z.string().regex(/^\d{2,3}(\.\d{1,3})?$/),
  pg_dump: z.string().regex(/^\d{2,3}(\.\d{1,3})?$/),
  /** Tables that are empty in the backup, such as sessions. */
  empty: z.array(z.string().regex(/^[a-z_]{1,63}$/)).max(100),
  tables: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z_]{1,63}$/),
        rows: size,
        digest: z.string().regex(/^-?\d{1,40}$/),
      }),
    )
    .max(1000),
  snapshot_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  recipients: z.array(z.string().max(3000)).max(50),
  database: part,
  file_list: part,
  files: z.number().int().min(0).max(1e8),
  missing_files: z.number().int().min(0).max(1e8),
  endings: z.number().int().min(0).max(1e9).optional(),
  /** A fingerprint of SESSION_SECRET. */
  secret: z.string().regex(/^[0-9a-f]{16}$/),
  /** Identifies the file storage. */
  storage: z.string().regex(/^[0-9a-f]{16}$/),
})
export type Manifest = z.infer<typeof manifest>

/** `key` is the file's name in this installation, and `stored` is its name at the target. */
export const savedFile = z.strictObject({
  key: z.string().min(1).max(512),
  stored: z.string().regex(/^[0-9a-f]{32}$/),
  bytes: size,
  sha256,
  stored_bytes: size,
  stored_sha256: sha256,
})
export type SavedFile = z.infer<typeof savedFile>

export const maxManifestBytes = 4 * 1024 * 1024

type Secret = { SESSION_SECRET: string; SESSION_SECRET_PREVIOUS?: string | undefined }

/** Returns 16 hexadecimal digits for `subject`, by which the server's secret is recognized but not revealed. */
export function fingerprint(config: Secret, subject: string): string {
  return mac(config, `fingerprint: ${subject}`).toString('hex').slice(0, 16)
}

/** Returns content as a line of JSON and a line with a signature, which `parseSigned` verifies. */
export function signContent(config: Secret, content: object): string {
  const line = JSON.stringify(content)
  return `${line}\n${mac(config, line).toString('hex')}\n`
}

/** Throws a `BackupProblem` for altered text and, unless `isForeignAccepted`, for text signed with another secret. */
export function parseSigned<Schema extends z.ZodType>(
  config: Secret,
  schema: Schema,
  { text, name, isForeignAccepted = false }: { text: string; name: string; isForeignAccepted?: boolean },
): z.output<Schema> {
  const [line, code, rest, ...more] = text.split('\n')
  if (!line || !code || rest !== '' || more.length > 0)
    throw new BackupProblem(`${name} is cut off or was altered: it does not end as it was written.`)
  let content: unknown
  try {
    content = JSON.parse(line)
  } catch {
    throw new BackupProblem(`${name} is damaged: it cannot be read.`)
  }
  const secrets = listSecrets(config)
  const isOurs =
    /^[0-9a-f]{64}$/.test(code) &&
    secrets.some((SESSION_SECRET) => timingSafeEqual(mac({ SESSION_SECRET }, line), Buffer.from(code, 'hex')))
  const signer = z.object({ secret: z.string() }).safeParse(content).data?.secret
  const isForeign =
    signer !== undefined && secrets.every((SESSION_SECRET) => fingerprint({ SESSION_SECRET }, 'secret') !== signer)
  if (!isOurs && isForeign) {
    if (!isForeignAccepted)
      throw new BackupProblem(
        `${name} was made with another SESSION_SECRET. Set the one of that installation; or, if it is lost, add --other-secret.`,
      )
  } else if (!isOurs) throw new BackupProblem(`${name} was altered after it was made.`)
  const parsed = schema.safeParse(content)
  if (!parsed.success)
    throw new BackupProblem(`${name} does not have the form of a backup of this or an earlier release.`)
  return parsed.data
}

function mac({ SESSION_SECRET }: Secret, text: string): Buffer {
  const key = new Uint8Array(hkdfSync('sha256', SESSION_SECRET, '', 'backup manifest', 32))
  return createHmac('sha256', key).update(text).digest()
}
