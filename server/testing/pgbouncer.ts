import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withClient } from '../src/foundations/database/with-client.ts'
import { freePort } from '../src/foundations/process/free-port.ts'

const path = `${process.env.PATH}:/usr/sbin`

/** Why tests behind PgBouncer cannot run here; undefined when they can. */
export const noPgbouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH: path } }).error
  ? 'skipped: there is no pgbouncer; npm test installs it where it runs as root with apt'
  : undefined

/** Connections to PostgreSQL that each login and database may have. */
const poolSize = 6

/** PgBouncer in transaction mode before the PostgreSQL of these connection strings, whose logins it lets in. */
export class Pgbouncer {
  readonly port: number
  readonly #folder: string
  #process: ChildProcess | undefined

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  static async start(urls: string[], settings: Record<string, string> = {}): Promise<Pgbouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'alumni-pgbouncer-'))
    await chmod(folder, 0o755) // it runs as another account than root
    const port = await freePort()
    const { hostname, port: target } = new URL(urls[0]!)
    const logins = urls.map((url) => new URL(url))
    await writeFile(
      join(folder, 'users.txt'),
      logins.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"\n`).join(''),
      { mode: 0o644 },
    )
    const lines = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: join(folder, 'users.txt'),
      pool_mode: 'transaction',
      default_pool_size: poolSize,
      max_client_conn: 500,
      admin_users: logins[0]!.username,
      ...settings,
    }
    const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}\n`)
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]\n* = host=${hostname} port=${target}\n[pgbouncer]\n${text.join('')}`,
      { mode: 0o644 },
    )
    const pooler = new Pgbouncer(port, folder)
    await pooler.begin()
    return pooler
  }

  /** The same login and database, by way of it. */
  through(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).href
  }

  async begin(): Promise<void> {
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    const ini = join(this.#folder, 'pgbouncer.ini')
    this.#process = spawn('pgbouncer', ['-q', ...account, ini], { env: { PATH: path }, stdio: 'ignore' })
    process.once('exit', () => this.#process?.kill('SIGKILL'))
    for (const end = performance.now() + 10_000; !(await this.#answers()); await pause(20))
      if (performance.now() > end) throw new Error('pgbouncer does not start')
  }

  /** At once, with all that is connected. */
  async kill(): Promise<void> {
    if (this.#process?.exitCode !== null || this.#process.signalCode) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #answers(): Promise<boolean> {
    const stranger = { user: 'nobody', password: 'x', database: 'x' }
    return withClient({ host: '127.0.0.1', port: this.port, ...stranger }, async () => true).catch(
      (error: { code?: string }) => error.code !== 'ECONNREFUSED',
    )
  }
}
