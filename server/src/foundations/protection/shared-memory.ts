import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

const answerMs = 500
const pauseMs = 1000

/** The memory that all processes share, while Redis answers. */
export class SharedMemory {
  readonly #redis: Redis
  readonly #log: Logger
  #askAgainAt = 0
  #isAway = false

  private constructor(redis: Redis, log: Logger) {
    this.#redis = redis
    this.#log = log
  }

  /** Waits a second for the connection at most: without it the process starts alone, and is joined later. */
  static async connect(url: string, log: Logger): Promise<SharedMemory> {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      enableAutoPipelining: true,
      // A command is answered now or not at all: the request goes on with this process's own memory.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
      // A primary that was made a replica keeps its connections: a new one leads to the primary of today.
      reconnectOnError: ({ message }) => message.includes('READONLY'),
    })
    const memory = new SharedMemory(redis, log)
    redis.on('error', memory.#leave)
    redis.on('close', memory.#leave)
    redis.on('ready', () => void (memory.#askAgainAt = 0))
    await new Promise<void>((resolve) => {
      redis.once('ready', resolve)
      setTimeout(resolve, 1000).unref()
      redis.connect().catch(() => undefined)
    })
    return memory
  }

  get isAway(): boolean {
    return this.#redis.status !== 'ready' || performance.now() < this.#askAgainAt
  }

  /** The answer to `command`; without one, `otherwise`. A Redis that fails is left alone for a second. */
  async ask<T>(command: (redis: Redis) => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (this.isAway) return otherwise()
    try {
      const answer = await inTime(command(this.#redis))
      this.#return()
      return answer
    } catch (error) {
      this.#leave(error)
      return otherwise()
    }
  }

  /** Calls `work` each time the connection stands again. */
  onReturn(work: () => void): void {
    this.#redis.on('ready', work)
  }

  close(): void {
    this.#redis.off('close', this.#leave)
    this.#redis.disconnect()
  }

  readonly #leave = (error?: unknown): void => {
    this.#askAgainAt = performance.now() + pauseMs
    if (this.#isAway) return
    this.#isAway = true
    this.#log.error({ err: error }, 'Redis does not answer: this process counts alone')
  }

  #return(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#log.info('Redis answers again: all processes count together')
  }
}

/** Rejects after `answerMs`. Reads pending input first, so that a busy process does not mistake its own delay for Redis's. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new Error(`Redis took longer than ${answerMs} ms`))
  const timer = setTimeout(() => setImmediate(giveUp), answerMs)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
