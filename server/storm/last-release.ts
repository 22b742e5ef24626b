import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listPendingMigrations } from '../src/foundations/database/migrate.ts'
import { withClient } from '../src/foundations/database/with-client.ts'
import { findRelease, unpackRelease } from '../testing/last-release.ts'

const run = promisify(execFile)
const { commit, missing } = findRelease()
/** Why the last release cannot run here; undefined if it can. */
export const noLastRelease = missing

export class LastRelease {
  #unpacked: ReturnType<typeof unpackRelease> | undefined

  async root(): Promise<string> {
    this.#unpacked ??= unpackRelease(commit)
    return (await this.#unpacked).root
  }

  /**
   * Creates the schema of the last release, and reports one of its processes, so that the second upgrade step waits.
   */
  async migrate(ownerUrl: string): Promise<void> {
    if (noLastRelease) return
    const root = await this.root()
    await run(process.execPath, [join(root, 'server/src/commands/migrate.ts')], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: ownerUrl, MIGRATION_DATABASE_URL: ownerUrl },
    })
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    await withClient({ connectionString: ownerUrl }, (client) =>
      client.query(
        `insert into process_reports (id, program, host, pid, release, started_at, memory_bytes, figures)
        values ($1, 'server', 'elsewhere', 1, $2, now(), 0, '{}')`,
        [randomUUID(), `v${version}`],
      ),
    )
  }

  /** Returns true if the upgrade is finished, so that the last release cannot run, or if PostgreSQL does not reply. */
  async isOver(ownerUrl: string): Promise<boolean> {
    const pending = await withClient({ connectionString: ownerUrl }, (client) => listPendingMigrations(client)).catch(
      () => [],
    )
    return pending.length === 0
  }

  async remove(): Promise<void> {
    await (await this.#unpacked)?.remove()
  }
}
