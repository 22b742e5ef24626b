import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../src/foundations/process/config.ts'
import { FaultyLink } from '../testing/faulty-link.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'
import { workerFlags } from '../testing/worker-flags.ts'
import { Clock } from './clock.ts'
import { Program } from './program.ts'

export type Links = { database: FaultyLink; mail: FaultyLink; storage: FaultyLink | undefined }
type Place = { folder: string; links: Links; env: NodeJS.ProcessEnv; isServer: boolean }
type Create = (root: string) => Promise<{ program: Program; port: number }>

const patches = fileURLToPath(new URL('patches.ts', import.meta.url))

/** A server or worker process that can be replaced, with its own clock; clients use `port`. */
export class Part {
  readonly isServer: boolean
  readonly links: Links
  readonly clock: Clock
  program: Program
  /** Only programs of this release, because bugs of the last one are already fixed. */
  readonly #programs = new Set<Program>()
  readonly #front: FaultyLink | undefined
  readonly #create: Create

  private constructor(
    { isServer, links }: Place,
    clock: Clock,
    create: Create,
    first: { program: Program; front: FaultyLink | undefined },
  ) {
    this.isServer = isServer
    this.links = links
    this.clock = clock
    this.program = first.program
    this.#programs.add(first.program)
    this.#front = first.front
    this.#create = create
  }

  static async create(name: string, place: Place): Promise<Part> {
    const { folder, env, isServer } = place
    const clock = await Clock.create(join(folder, `${name}.clock`))
    const create = async (root: string) => {
      const port = isServer ? await findFreePort() : 0
      const start = join(root, isServer ? 'server/src/start.ts' : 'worker/src/start.ts')
      const flags = isServer ? [] : workerFlags
      // An earlier release has its built front ends.
      const args = [...(root === projectRoot ? ['--import', patches] : []), ...flags, start]
      const own = { ...env, ...clock.env, PORT: String(port) }
      return { program: new Program(name, { args, env: own, log: join(folder, `${name}.log`) }), port }
    }
    const { program, port } = await create(projectRoot)
    const front = isServer ? await FaultyLink.open(port) : undefined
    return new Part(place, clock, create, { program, front })
  }

  get port(): number {
    return this.#front?.port ?? 0
  }

  get hasEnded(): boolean {
    return [...this.#programs].some(({ hasEnded }) => hasEnded)
  }

  start(): Promise<void> {
    return this.program.start(this.isServer)
  }

  /** Like a balancer: a process with the code in `root` takes new requests while the old one finishes its requests. */
  async replace(root: string): Promise<void> {
    const before = this.program
    const { program, port } = await this.#create(root)
    await program.start(this.isServer)
    this.program = program
    if (root === projectRoot) this.#programs.add(program)
    if (this.#front) this.#front.target = { host: '127.0.0.1', port }
    await before.stop('SIGTERM')
  }

  async stop(): Promise<void> {
    await this.program.stop('SIGTERM')
    const { database, mail, storage } = this.links
    for (const link of [database, mail, storage, this.#front]) await link?.close()
  }
}
