import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  isDeferred,
  migrationFile,
  migrationsFolder,
  listUnreleasedMigrations,
} from '../../server/src/foundations/database/migrations.ts'
import { batchMarker } from '../../server/src/foundations/database/batches.ts'
import { noTransactionMarker } from '../../server/src/foundations/database/migrate.ts'
import { runCommand } from '../run-command.ts'

/** Excluded: `short-locks.ts` sets lock timeouts and retries, and the other rules are a matter of taste. */
const leftOut = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
]
/** Changes that would break the previous release. They are allowed in deferred migrations only. */
const deferredOnly = [
  'adding-not-nullable-field',
  'ban-drop-column',
  'ban-drop-not-null',
  'ban-drop-table',
  'renaming-column',
  'renaming-table',
]

/** Finds statements that lock tables for long or break the previous release, except after `-- squawk-ignore RULE`. */
export async function riskyMigrations(folder = migrationsFolder): Promise<string[]> {
  const problems = await Promise.all(listUnreleasedMigrations(folder).map((name) => problemsOf(name, folder)))
  const strays = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return [...strays.map((file) => `${file} is in neither half: move it to before/ or after/`), ...problems.flat()]
}

async function problemsOf(name: string, folder: URL): Promise<string[]> {
  const file = fileURLToPath(migrationFile(name, folder))
  const text = readFileSync(file, 'utf8')
  if (batchMarker.test(text) && !(isDeferred(name) && text.includes('$1')))
    return [`${name}: a change in batches belongs in migrations/after and continues after its cursor, $1`]
  const rules = isDeferred(name) ? [...leftOut, ...deferredOnly] : leftOut
  const { output } = await runCommand('squawk', [
    '--reporter=gcc',
    '--pg-version=15',
    ...(noTransactionMarker.test(text) ? [] : ['--assume-in-transaction']),
    ...rules.flatMap((rule) => ['--exclude', rule]),
    file,
  ])
  return output.split('\n').flatMap((line) => {
    const [, row, rule, message] = line.match(/^.*\.sql:(\d+):\d+: \w+: ([\w-]+) (.*)$/) ?? []
    if (!rule) return line.trim() ? [`${name}: ${line}`] : []
    const advice = deferredOnly.includes(rule) ? ' Move it to migrations/after.' : ''
    return [`${name}:${Number(row) + 1}: ${rule}: ${message}${advice}`]
  })
}
