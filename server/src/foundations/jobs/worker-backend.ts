import type { AgendaBackend, JobParameters, JobRepository, JobRepositoryOptions, RemoveJobsOptions } from 'agenda'

export type WorkerRules = {
  /** Whether jobs may be taken: not while the clock of this machine is wrong. */
  mayTakeJobs(): boolean
  /** How far the clock of this machine is ahead of the database's. */
  clockAheadMs(): number
  /** Repeats until it works. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result>
  onAnswer(): void
  onError(error: unknown): void
}

/** Agenda's own backend with what a worker of ours does otherwise. */
export class WorkerBackend implements AgendaBackend {
  readonly name: string
  readonly repository: WorkerRepository
  readonly #backend: AgendaBackend
  readonly #rules: WorkerRules

  constructor(backend: AgendaBackend, rules: WorkerRules) {
    this.name = backend.name
    this.repository = new WorkerRepository(backend.repository, rules)
    this.#backend = backend
    this.#rules = rules
  }

  connect(): Promise<void> {
    return this.#rules.patiently(() => this.#backend.connect())
  }

  disconnect(): Promise<void> {
    return this.#backend.disconnect()
  }
}

/**
 * The lock time that agenda sees. Agenda drops a waiting job whose lock has expired by the worker's own clock, without
 * freeing its place, until the worker takes no more jobs.
 */
const endOfTime = new Date(8.64e15)

class WorkerRepository implements JobRepository {
  readonly #jobs: JobRepository
  readonly #rules: WorkerRules
  readonly #corrected = new WeakSet<Date>()

  constructor(jobs: JobRepository, rules: WorkerRules) {
    this.#jobs = jobs
    this.#rules = rules
  }

  /** Agenda judges by its own clock what is due and whose worker has died: on a wrong clock it finds nothing. */
  async lockJob(...args: Parameters<JobRepository['lockJob']>): Promise<JobParameters | undefined> {
    return this.#take(() => this.#jobs.lockJob(...args))
  }

  async getNextJobToRun(...args: Parameters<JobRepository['getNextJobToRun']>): Promise<JobParameters | undefined> {
    return this.#take(() => this.#jobs.getNextJobToRun(...args))
  }

  async #take(take: () => Promise<JobParameters | undefined>): Promise<JobParameters | undefined> {
    if (!this.#rules.mayTakeJobs()) return undefined
    const job = await take()
    this.#rules.onAnswer()
    return job && { ...job, lockedAt: endOfTime }
  }

  /**
   * Agenda says by its own clock when a job is due again: on a clock an hour ahead, an hour late. Starting a
   * job renews its lock by the database's clock.
   */
  async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    if (job.nextRunAt && !this.#corrected.has(job.nextRunAt)) {
      job.nextRunAt = new Date(job.nextRunAt.getTime() - this.#rules.clockAheadMs())
      this.#corrected.add(job.nextRunAt)
    }
    const lockedAt = job.lockedAt && new Date(Date.now() - this.#rules.clockAheadMs())
    await this.#jobs.saveJobState({ ...job, lockedAt }, options)
  }

  /** Agenda does not wait for it, so that a failure would end the process. A lock that stays runs out by itself. */
  async unlockJob(job: JobParameters): Promise<void> {
    await this.#jobs.unlockJob(job).catch(this.#rules.onError)
  }

  connect = () => this.#jobs.connect()
  queryJobs = (...args: Parameters<JobRepository['queryJobs']>) => this.#jobs.queryJobs(...args)
  getJobsOverview = () => this.#jobs.getJobsOverview()
  getDistinctJobNames = () => this.#jobs.getDistinctJobNames()
  getJobById = (id: string) => this.#jobs.getJobById(id)
  getQueueSize = () => this.#jobs.getQueueSize()
  removeJobs = (options: RemoveJobsOptions) => this.#jobs.removeJobs(options)
  unlockJobs = (...args: Parameters<JobRepository['unlockJobs']>) => this.#jobs.unlockJobs(...args)
  disableJobs = (options: RemoveJobsOptions) => this.#jobs.disableJobs(options)
  enableJobs = (options: RemoveJobsOptions) => this.#jobs.enableJobs(options)
  purgeAllJobs = () => this.#jobs.purgeAllJobs()

  saveJob<Data = unknown>(job: JobParameters<Data>, options: JobRepositoryOptions | undefined) {
    return this.#jobs.saveJob(job, options)
  }
}
