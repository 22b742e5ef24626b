import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

const answerMs = 500
const pauseMs = 1000

export class SharedMemory {
  readonly #redis: Redis
  readonly #log: Logger
  #retryAt = 0
  #isUnavailable = false

  private constructor(redis: Redis, log: Logger) {
    this.#redis = redis
    this.#log = log
  }

  /** Waits up to a second for the connection. After that, the process starts without Redis and connects later. */
  static async connect(url: string, log: Logger): Promise<SharedMemory> {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      enableAutoPipelining: true,
      // Commands fail at once if Redis is unreachable; requests then use this process's memory.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 2000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
      // Reconnects to reach the current primary, because a demoted one does not close its connections.
      reconnectOnError: ({ message }) => message.includes('READONLY'),
    })
    const memory = new SharedMemory(redis, log)
    redis.on('error', memory.#reportFailure)
    redis.on('close', memory.#reportFailure)
    redis.on('ready', () => void (memory.#retryAt = 0))
    await new Promise<void>((resolve) => {
      redis.once('ready', resolve)
      setTimeout(resolve, 1000).unref()
      redis.connect().catch(() => undefined)
    })
    return memory
  }

  get isUnavailable(): boolean {
    return this.#redis.status !== 'ready' || performance.now() < this.#retryAt
  }

  /** Returns the result of `fallback` if Redis fails, and then avoids Redis for a second. */
  async run<T>(command: (redis: Redis) => Promise<T>, fallback: () => T | Promise<T>): Promise<T> {
    if (this.isUnavailable) return fallback()
    try {
      const answer = await withTimeout(command(this.#redis))
      this.#reportRecovery()
      return answer
    } catch (error) {
      this.#reportFailure(error)
      return fallback()
    }
  }

  onReconnect(work: () => void): void {
    this.#redis.on('ready', work)
  }

  close(): void {
    this.#redis.off('close', this.#reportFailure)
    this.#redis.disconnect()
  }

  readonly #reportFailure = (error?: unknown): void => {
    this.#retryAt = performance.now() + pauseMs
    if (this.#isUnavailable) return
    this.#isUnavailable = true
    this.#log.error({ err: error }, 'Redis does not answer: this process counts alone')
  }

  #reportRecovery(): void {
    if (!this.#isUnavailable) return
    this.#isUnavailable = false
    this.#log.info('Redis answers again: all processes count together')
  }
}

/** Rejects after a timeout. Processes pending input first, because this process itself may have caused the delay. */
async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const rejectLate = () => reject(new Error(`Redis took longer than ${answerMs} ms`))
  const timer = setTimeout(() => setImmediate(rejectLate), answerMs)
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}
