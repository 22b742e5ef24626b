import { Worker } from 'node:worker_threads'
import { HttpError, NotReady } from '../../foundations/http/errors.ts'
import type { Engine, EngineOptions } from './engine.ts'
import type { Call, Method, Reply } from './thread.ts'

type Pending = { resolve: (value: never) => void; reject: (error: Error) => void }

/**
 * Everyone on file in memory, in a thread of its own: what the search, the typeahead and the descriptions of activities
 * are answered from. `catchUp` starts the thread and reads everyone; until then, and while everyone is read again, all
 * questions are refused at once with `NotReady`. Every answer includes what was committed before it was asked for.
 */
export class PeopleIndex {
  readonly #options: EngineOptions
  readonly #onError: (error: Error) => void
  #thread: Worker | undefined
  #isClosed = false
  /** The last time it had everything, by the process' clock; undefined while everyone has to be read. */
  #caughtUpAt: number | undefined
  #lastId = 0
  readonly #pending = new Map<number, Pending>()

  constructor(options: EngineOptions, onError: (error: Error) => void) {
    this.#options = options
    this.#onError = onError
  }

  /**
   * Finds people by box and filters: their number, and the ids from one position to before another. 400: a distance
   * around an unknown ZIP code.
   */
  search(...args: Parameters<Engine['search']>): ReturnType<Engine['search']> {
    return this.#ask('search', args)
  }

  /** Finds the place of a person in a search, from 1, and who is before and after them; `before` is where they stood. */
  place(...args: Parameters<Engine['place']>): ReturnType<Engine['place']> {
    return this.#ask('place', args)
  }

  /** Counts people by box and filters, and how many of them can be e-mailed. */
  reach(...args: Parameters<Engine['reach']>): ReturnType<Engine['reach']> {
    return this.#ask('reach', args)
  }

  /**
   * At most so many people of whom every typed word is a prefix of a name, or whose BUID or contact id begins as typed.
   */
  suggest(...args: Parameters<Engine['suggest']>): ReturnType<Engine['suggest']> {
    return this.#ask('suggest', args)
  }

  /** At most so many cities where people on file live that begin as typed, those with the most people first. */
  places(...args: Parameters<Engine['places']>): ReturnType<Engine['places']> {
    return this.#ask('places', args)
  }

  /** Distinct descriptions of an activity's engagements, in no order. */
  describe(...args: Parameters<Engine['describe']>): ReturnType<Engine['describe']> {
    return this.#ask('describe', args)
  }

  /** The latest events in whose name every typed word begins a word, each with its days and the number of its people. */
  events(...args: Parameters<Engine['events']>): ReturnType<Engine['events']> {
    return this.#ask('events', args)
  }

  /** All that the page of statistics counts, as of the moment of the question; other questions are let through meanwhile. */
  statistics(...args: Parameters<Engine['statistics']>): ReturnType<Engine['statistics']> {
    return this.#ask('statistics', args)
  }

  /** The described engagements with the most living people of a class. */
  classEvents(...args: Parameters<Engine['classEvents']>): ReturnType<Engine['classEvents']> {
    return this.#ask('classEvents', args)
  }

  /** Where cities and ZIP codes are; null: unknown. */
  locate(...args: Parameters<Engine['locate']>): ReturnType<Engine['locate']> {
    return this.#ask('locate', args)
  }

  textsInUse(): ReturnType<Engine['textsInUse']> {
    return this.#ask('textsInUse', [])
  }

  /** Whether everyone is in memory, so that an answer only has to wait for what has changed. */
  get isReady(): boolean {
    return this.#caughtUpAt !== undefined
  }

  /** Since everyone was there as they were then. Null while everyone has to be read. */
  get ageInSeconds(): number | null {
    return this.#caughtUpAt === undefined ? null : (performance.now() - this.#caughtUpAt) / 1000
  }

  /** Resolves when everyone is there as they are now. */
  async catchUp(): Promise<void> {
    const startedAt = performance.now()
    if (this.isReady) await this.#call('catchUp', []).catch((error: unknown) => this.#throwIfReady(error))
    if (!this.isReady) await this.#call('load', [])
    this.#caughtUpAt = startedAt
  }

  #throwIfReady(error: unknown): void {
    if (this.isReady) throw error
  }

  /** Counts the people, and the bytes that their columns and everything else take. */
  state(): ReturnType<Engine['state']> {
    return this.#ask('state', [])
  }

  /** From then on nothing is answered. */
  async close(): Promise<void> {
    this.#isClosed = true
    const thread = this.#thread
    if (!thread) return
    const exited = new Promise((resolve) => thread.once('exit', resolve))
    await this.#send(thread, 'close', []).catch(this.#onError)
    await exited
  }

  /** Ends the thread at once, as a failure of it would. */
  async terminate(): Promise<void> {
    await this.#thread?.terminate()
  }

  async #ask<T>(method: Method, args: unknown[]): Promise<T> {
    if (!this.isReady) throw notLoaded()
    return this.#call(method, args)
  }

  async #call<T>(method: Method, args: unknown[]): Promise<T> {
    // A thread that starts while the process ends can keep it from ending.
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

  /** Rejects the calls that wait for an ended thread; the next call starts another. */
  #forget(thread: Worker): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    this.#caughtUpAt = undefined
    for (const { reject } of this.#pending.values()) reject(stopped())
    this.#pending.clear()
  }
}

const notLoaded = () => new NotReady('The server is still reading everyone on file. Try again in a few seconds.')
const stopped = () => new NotReady('The search has stopped. Try again in a few seconds.')

function errorOf({ error, code, refusedField: field }: Extract<Reply, { error: Error }>): Error {
  // A new error is made, as the code of an AbortError from a closing thread cannot be set.
  return field === undefined
    ? Object.assign(new Error(error.message, { cause: error }), { code })
    : new HttpError(400, error.message, { fields: { [field]: error.message } })
}
