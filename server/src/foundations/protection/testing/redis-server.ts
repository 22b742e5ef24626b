import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Redis } from 'ioredis'
import { findFreePort } from '../../process/free-port.ts'

/** Why tests with Redis cannot run here; undefined if they can. */
export const noRedis = isOnPath('redis-server')
  ? undefined
  : 'skipped: there is no redis-server on the PATH (Debian: apt-get install redis-server)'

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

export class RedisServer {
  readonly port: number
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await findFreePort())
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#process = spawn(
      'redis-server',
      [
        '--port',
        String(this.port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        '/tmp',
        '--repl-diskless-sync-delay',
        '0',
      ],
      { stdio: 'ignore' },
    )
    const client = new Redis(this.port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: null })
    client.on('error', () => undefined)
    await client.ping()
    client.disconnect()
  }

  async kill(): Promise<void> {
    const { exitCode, signalCode } = this.#process!
    if (exitCode !== null || signalCode !== null) return
    const gone = once(this.#process!, 'exit')
    this.#process!.kill('SIGCONT')
    this.#process!.kill('SIGKILL')
    await gone
  }

  freeze(): void {
    this.#process!.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process!.kill('SIGCONT')
  }
}
