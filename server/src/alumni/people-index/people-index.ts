import { Worker } from 'node:worker_threads'
import { HttpError, NotReadyError } from '../../foundations/http/errors.ts'
import type { EngineOptions } from './engine.ts'
import type { Call, Method, Methods, Reply } from './thread.ts'

type Pending = { resolve: (value: never) => void; reject: (error: Error) => void }

/** Runs the engine in a worker thread. Methods throw `NotReadyError` until `catchUp` has read everyone. */
export class PeopleIndex {
  readonly #options: EngineOptions
  readonly #onError: (error: Error) => void
  #thread: Worker | undefined
  #isClosed = false
  #caughtUpAt: number | undefined
  #lastId = 0
  readonly #pending = new Map<number, Pending>()

  constructor(options: EngineOptions, onError: (error: Error) => void) {
    this.#options = options
    this.#onError = onError
  }

  /** Counts matches and returns a range of ids. Throws HttpError 400 if a distance is from an unknown ZIP code. */
  readonly search = this.#forward('search')

  /** Returns a person's position in a search, from 1, and both neighbors. `before` is the last known position. */
  readonly place = this.#forward('place')
  readonly reach = this.#forward('reach')

  /** Lists at most `max` people by name prefixes, or by the prefix of a BUID or contact ID. */
  readonly suggest = this.#forward('suggest')
  readonly places = this.#forward('places')

  /** Lists the distinct descriptions of an activity's engagements, in no particular order. */
  readonly describe = this.#forward('describe')
  readonly events = this.#forward('events')

  /** The thread answers other calls during the computation. */
  readonly statistics = this.#forward('statistics')
  readonly classEvents = this.#forward('classEvents')

  /** Locates cities and ZIP codes; null means unknown. */
  readonly locate = this.#forward('locate')
  readonly textsInUse = this.#forward('textsInUse')
  readonly state = this.#forward('state')

  get isReady(): boolean {
    return this.#caughtUpAt !== undefined
  }

  /** Seconds since the index was last up to date; null until everyone has been read. */
  get ageInSeconds(): number | null {
    return this.#caughtUpAt === undefined ? null : (performance.now() - this.#caughtUpAt) / 1000
  }

  async catchUp(): Promise<void> {
    const startedAt = performance.now()
    if (this.isReady) await this.#call('catchUp', []).catch((error: unknown) => this.#throwIfReady(error))
    if (!this.isReady) await this.#call('load', [])
    this.#caughtUpAt = startedAt
  }

  #throwIfReady(error: unknown): void {
    if (this.isReady) throw error
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = this.#thread
    if (!thread) return
    const exited = new Promise((resolve) => thread.once('exit', resolve))
    await this.#send(thread, 'close', []).catch(this.#onError)
    await exited
  }

  async terminate(): Promise<void> {
    await this.#thread?.terminate()
  }

  #forward<Name extends Method>(method: Name): Methods[Name] {
    const ask = async (...args: unknown[]) => {
      if (!this.isReady) throw notLoaded()
      return this.#call(method, args)
    }
    return ask as Methods[Name]
  }

  async #call<T>(method: Method, args: unknown[]): Promise<T> {
    // A thread started during shutdown can keep the process alive.
    if (this.#isClosed) throw stopped()
    return this.#send((this.#thread ??= this.#start()), method, args)
  }

  #send<T>(thread: Worker, method: Method, args: unknown[]): Promise<T> {
    const id = ++this.#lastId
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      thread.postMessage({ id, method, args } satisfies Call)
    })
  }

  #start(): Worker {
    const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData: this.#options, execArgv: [] })
    thread.on('message', (reply: Reply) => this.#settle(reply))
    thread.on('error', this.#onError)
    thread.once('exit', () => this.#forget(thread))
    return thread
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id)
    this.#pending.delete(reply.id)
    if ('value' in reply) return pending?.resolve(reply.value as never)
    const isNotLoaded = reply.code === 'NOT_LOADED'
    if (isNotLoaded) this.#caughtUpAt = undefined
    pending?.reject(isNotLoaded ? notLoaded() : errorOf(reply))
  }

  #forget(thread: Worker): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#caughtUpAt = undefined
    for (const { reject } of this.#pending.values()) reject(stopped())
    this.#pending.clear()
  }
}

const notLoaded = () => new NotReadyError('The server is still reading everyone on file. Try again in a few seconds.')
const stopped = () => new NotReadyError('The search has stopped. Try again in a few seconds.')

function errorOf({ error, code, refusedField: field }: Extract<Reply, { error: Error }>): Error {
  // Wraps the error, because the `code` of an AbortError is read-only.
  return field === undefined
    ? Object.assign(new Error(error.message, { cause: error }), { code })
    : new HttpError(400, error.message, { fields: { [field]: error.message } })
}
