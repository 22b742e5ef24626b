import { hostname, userInfo } from 'node:os'
import { z } from 'zod'
import { databaseUrls } from '../foundations/database/database.ts'
import { createFiles } from '../foundations/files/files.ts'
import { parseCommandLine } from '../foundations/process/command-line.ts'
import type { Config } from '../foundations/process/config.ts'
import { readProcessConfig } from '../foundations/process/process-config.ts'
import { recordDrill, openTarget, restoreBackup, withScratchDatabase } from '../operations/index.ts'
import { migrate, openDb } from '../schema.ts'
import { printProblems } from './run-backup-command.ts'

const usage = `npm run restore -- ID [--into URL] [--check] [--as-copy] [--other-secret]
Restores a backup of BACKUP_URL (npm run backups lists them) into an empty database, and its files to STORAGE_URL.
  --into URL       the empty database, as its owner; without it MIGRATION_DATABASE_URL or DATABASE_URL
  --check          only tests it, in a new database that is dropped afterward; stores no file
  --as-copy        for trying things out: the copy never sends a letter
  --other-secret   if the SESSION_SECRET of the backup is lost: its origin is not proven, and second factors are lost
  --endings-lost   if the notes of deleted or erased people are lost: restores anyway, and these people come back`
const { id, into, isCheck, isCopy, isForeignAccepted, areLostAccepted } = parseCommandLine(
  usage,
  {
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      check: { type: 'boolean', default: false },
      'as-copy': { type: 'boolean', default: false },
      'other-secret': { type: 'boolean', default: false },
      'endings-lost': { type: 'boolean', default: false },
    },
  },
  ({ positionals: [id, ...more], values }) => {
    if (!id || more.length > 0) throw new Error('Name one backup')
    if (values.into && !z.url({ protocol: /^postgres(ql)?$/ }).safeParse(values.into).success)
      throw new Error('--into must be a URL such as postgres://owner@host/database')
    return {
      id,
      into: values.into,
      isCheck: values.check,
      isCopy: values['as-copy'],
      isForeignAccepted: values['other-secret'],
      areLostAccepted: values['endings-lost'],
    }
  },
)

await printProblems(async (signal) => {
  const config = readProcessConfig()
  const context = { config, files: await createFiles(config), migrate, openDb }
  const actor = `${userInfo().username}@${hostname()}`
  const url = into ?? (await databaseUrls(config)).owner
  const options = { id, actor, isCopy, isForeignAccepted, areLostAccepted, isCheck, onStep: console.log, signal }
  const restore = (url: string) => restoreBackup(context, { ...options, url })
  const { manifest, quiesced, files } = await (isCheck ? withScratchDatabase(url, restore) : restore(url))
  const whole = `${manifest.tables.length} tables and ${files} files are as they were at ${manifest.snapshot_at}.`
  if (isCheck) {
    if (!into) await rememberCheck(config, manifest)
    return console.log(`Backup ${id} can be restored: ${whole} The trial database was removed.`)
  }
  console.log(`Backup ${id} is restored: ${whole}
Everyone has to sign in again. ${quiesced.letters} waiting letters are on hold${isCopy ? ': a copy sends none' : ' (Settings, Outbox)'}; ${quiesced.imports} imports continue; ${quiesced.ended} people were deleted or erased again.
What was revoked since then is valid again: check users and API keys.`)
})

/** Records the check as a restore drill, as the worker does for its own drills. */
async function rememberCheck(config: Config, manifest: Parameters<typeof recordDrill>[2]): Promise<void> {
  const { app } = await databaseUrls(config)
  const db = await openDb(app, { max: 1, statementTimeoutMs: 5000 })
  await recordDrill(db, await openTarget(config), manifest, null).catch(() => undefined)
  await db.destroy()
}
