import { join } from 'node:path'
import { parseNoOptions } from '../server/src/foundations/process/command-line.ts'
import { awaitedReplies } from './checks/awaited-replies.ts'
import { staleRules } from './alerts.ts'
import { brokenArrows, undeclaredImports } from './checks/arrows.ts'
import { findEditedMigrations } from '../server/src/foundations/database/migrations.ts'
import { riskyMigrations } from './checks/migration-lint.ts'
import { packagesWithoutAddress } from './lock.ts'
import { fixedPlurals } from './checks/plurals.ts'
import { grownRooms } from './checks/product-lines.ts'
import { unprovenRows } from './checks/raw-sql.ts'
import { inSeconds, root, runCommand, type Outcome } from './run-command.ts'
import { slowExpressions } from './checks/slow-expressions.ts'
import { findRefusedTerms } from './checks/words.ts'

parseNoOptions('npm run check   checks types, lint, format, import directions, words and dead code')

type Part = { name: string; run(): Promise<Outcome | string[]> | string[] }

/** The slow ones come first, because two run at a time. */
const parts: Part[] = [
  { name: 'types of server, worker and scripts', run: () => checkTypes('.') },
  { name: 'types of portal', run: () => runCommand('npm', ['run', '--silent', 'check', '-w', 'portal']) },
  {
    name: 'dead files, exports and dependencies',
    run: () => runCommand('knip', ['--no-progress', '--no-config-hints']),
  },
  ...['desktop', 'shared', 'e2e'].map((folder) => ({
    name: `types of ${folder}`,
    run: () => checkTypes(folder),
  })),
  { name: 'regular expressions work in linear time', run: () => slowExpressions(root) },
  { name: 'format', run: () => runCommand('oxfmt', ['--check', '--no-error-on-unmatched-pattern', '.']) },
  { name: 'lint', run: () => runCommand('oxlint', ['--format=unix']) },
  {
    name: 'files and dependencies that only tests use',
    run: () =>
      runCommand('knip', ['--production', '--include', 'files,dependencies', '--no-progress', '--no-config-hints']),
  },
  { name: 'import directions', run: () => brokenArrows(root) },
  { name: 'imported packages are declared', run: () => undeclaredImports(root) },
  { name: 'plain words', run: () => findRefusedTerms(root) },
  { name: 'counts agree with their nouns', run: () => fixedPlurals(root) },
  { name: 'no awaited replies', run: () => awaitedReplies(root) },
  { name: 'rows of raw SQL are validated', run: () => unprovenRows(root) },
  { name: 'new migrations are safe for the previous release', run: () => riskyMigrations() },
  { name: 'Prometheus rules match the declared alerts', run: () => staleRules() },
  { name: 'product lines of each room', run: () => grownRooms(root) },
  { name: 'released migrations are unchanged', run: () => findEditedMigrations() },
  {
    name: 'lock file has URLs without a registry',
    run: () => packagesWithoutAddress(join(root, 'package-lock.json')),
  },
]

/** Uses one checker, because further checkers repeat much of its work. */
const checkTypes = (folder: string) => runCommand('tsc', ['-p', folder, '--pretty', 'false', '--checkers', '1'])

const started = performance.now()
const failed: string[] = []
const waiting = [...parts]
await Promise.all([work(), work()])
const seconds = inSeconds((performance.now() - started) / 1000)
console.log(
  failed.length > 0
    ? `\nThe check failed after ${seconds}: ${failed.join(', ')}.`
    : `All ${parts.length} checks passed (${seconds}).`,
)
process.exitCode = failed.length > 0 ? 1 : 0

async function work(): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) report(part.name, await outcomeOf(part))
}

async function outcomeOf(part: Part): Promise<Outcome> {
  const started = performance.now()
  const result = await part.run()
  if (!Array.isArray(result)) return result
  return { isOk: result.length === 0, output: result.join('\n'), seconds: (performance.now() - started) / 1000 }
}

function report(name: string, { isOk, output, seconds: took }: Outcome): void {
  console.log(`${isOk ? '✓' : '✗'} ${name} (${inSeconds(took)})`)
  if (isOk) return
  failed.push(name)
  console.log(output.replace(/^/gm, '    '))
}
