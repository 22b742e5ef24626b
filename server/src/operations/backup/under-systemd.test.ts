import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { noPostgresTools } from '../../../testing/backup-story.ts'
import { machinePgBin, noMachine, systemdMachine } from '../../../testing/systemd-machine.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { projectRoot } from '../../foundations/process/config.ts'
import { parseEnvironmentFile } from '../../foundations/process/environment-file.ts'

const missing = noMachine ?? noPostgresTools
const unit = 'ops/systemd/alumni-worker@.service'

test.skipIf(missing)(
  `a worker makes the backup that is due, with the environment that is shipped and in the sandbox of its unit ${missing ?? ''}`,
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'alumni-machine-'))
    const shipped = readFileSync(join(projectRoot, 'ops/systemd/environment'), 'utf8')
    // Bea takes the number signs away and fills in what is hers.
    const environment = shipped
      .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${database.owner}`)
      .replace(/^SESSION_SECRET=.*$/m, `SESSION_SECRET=${'7'.repeat(64)}`)
      .replace(/^#(BACKUP_URL=.*)$/m, '$1')
      .replace(/^#BACKUP_RECIPIENTS=.*$/m, `BACKUP_RECIPIENTS=${await identityToRecipient(await generateIdentity())}`)
      .concat(`PG_BIN=${machinePgBin}\n`)
    const machine = await systemdMachine(folder, environment)
    const worker = machine.startUnit(unit, '1', parseEnvironmentFile(environment))
    let log = ''
    for (const stream of [worker.stdout, worker.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (log += chunk))
    const exit = once(worker, 'exit')
    onTestFinished(async () => {
      worker.kill('SIGKILL')
      await exit
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })
    const made = () => globSync(join(machine.backups, 'sets/*/manifest')).length > 0
    await expect.poll(() => (made() ? 'made' : log), { timeout: 40_000 }).toBe('made')
    expect(log).not.toContain('"level":"error"')
  },
)
