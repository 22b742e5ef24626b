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
/** Why the release before this one cannot be run here; undefined when it can. */
export const noLastRelease = missing

/** The code of the release before this one, unpacked when it is wanted first. */
export class LastRelease {
  #unpacked: ReturnType<typeof unpackRelease> | undefined

  async root(): Promise<string> {
    this.#unpacked ??= unpackRelease(commit)
    return (await this.#unpacked).root
  }

  /**
   * Makes the schema as that release left it, with a process of it that has just reported: the second half of the
   * upgrade then waits, and the release can come back.
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
        `insert into process_reports (id, program, host, pid, release, started_at, memory_bytes)
        values ($1, 'server', 'elsewhere', 1, $2, now(), 0)`,
        [randomUUID(), `v${version}`],
      ),
    )
  }

  /** Whether it can no longer come back, because the upgrade is finished, or PostgreSQL does not answer now. */
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
