import { Worker } from 'node:worker_threads'
import { HttpError, NotReadyError } from '../../foundations/http/errors.ts'
import type { Engine, EngineOptions } from './engine.ts'
import type { Call, Method, Reply } from './thread.ts'

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
  search(...args: Parameters<Engine['search']>): ReturnType<Engine['search']> {
    return this.#ask('search', args)
  }

  /** Returns a person's position in a search, from 1, and both neighbors. `before` is the last known position. */
  place(...args: Parameters<Engine['place']>): ReturnType<Engine['place']> {
    return this.#ask('place', args)
  }

  reach(...args: Parameters<Engine['reach']>): ReturnType<Engine['reach']> {
    return this.#ask('reach', args)
  }

  /** Lists at most `max` people by name prefixes, or by the prefix of a BUID or contact ID. */
  suggest(...args: Parameters<Engine['suggest']>): ReturnType<Engine['suggest']> {
    return this.#ask('suggest', args)
  }

  places(...args: Parameters<Engine['places']>): ReturnType<Engine['places']> {
    return this.#ask('places', args)
  }

  /** Lists the distinct descriptions of an activity's engagements, in no particular order. */
  describe(...args: Parameters<Engine['describe']>): ReturnType<Engine['describe']> {
    return this.#ask('describe', args)
  }

  events(...args: Parameters<Engine['events']>): ReturnType<Engine['events']> {
    return this.#ask('events', args)
  }

  /** The thread answers other calls during the computation. */
  statistics(...args: Parameters<Engine['statistics']>): ReturnType<Engine['statistics']> {
    return this.#ask('statistics', args)
  }

  classEvents(...args: Parameters<Engine['classEvents']>): ReturnType<Engine['classEvents']> {
    return this.#ask('classEvents', args)
  }

  /** Locates cities and ZIP codes; null means unknown. */
  locate(...args: Parameters<Engine['locate']>): ReturnType<Engine['locate']> {
    return this.#ask('locate', args)
  }

  textsInUse(): ReturnType<Engine['textsInUse']> {
    return this.#ask('textsInUse', [])
  }

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

  state(): ReturnType<Engine['state']> {
    return this.#ask('state', [])
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

  async #ask<T>(method: Method, args: unknown[]): Promise<T> {
    if (!this.isReady) throw notLoaded()
    return this.#call(method, args)
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
