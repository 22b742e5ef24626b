import type { AgendaBackend, JobParameters, JobRepository, JobRepositoryOptions, RemoveJobsOptions } from 'agenda'
import { maxTime } from 'date-fns/constants'

export type WorkerBackendOptions = {
  mayTakeJobs(): boolean
  clockAheadMs(): number
  retry<Result>(work: () => Promise<Result>): Promise<Result>
  onAnswer(): void
  onError(error: unknown): void
}

export class WorkerBackend implements AgendaBackend {
  readonly name: string
  readonly repository: WorkerRepository
  readonly #backend: AgendaBackend
  readonly #options: WorkerBackendOptions

  constructor(backend: AgendaBackend, options: WorkerBackendOptions) {
    this.name = backend.name
    this.repository = new WorkerRepository(backend.repository, options)
    this.#backend = backend
    this.#options = options
  }

  connect(): Promise<void> {
    return this.#options.retry(() => this.#backend.connect())
  }

  disconnect(): Promise<void> {
    return this.#backend.disconnect()
  }
}

/** Hides lock expiry from agenda, which would drop waiting jobs with expired locks and lose their slots. */
const neverExpires = new Date(maxTime)

class WorkerRepository implements JobRepository {
  readonly #jobs: JobRepository
  readonly #options: WorkerBackendOptions
  readonly #corrected = new WeakSet<Date>()

  constructor(jobs: JobRepository, options: WorkerBackendOptions) {
    this.#jobs = jobs
    this.#options = options
  }

  /** Takes no jobs while the local clock is wrong, because agenda finds due jobs and dead workers by that clock. */
  async lockJob(...args: Parameters<JobRepository['lockJob']>): Promise<JobParameters | undefined> {
    return this.#take(() => this.#jobs.lockJob(...args))
  }

  async getNextJobToRun(...args: Parameters<JobRepository['getNextJobToRun']>): Promise<JobParameters | undefined> {
    return this.#take(() => this.#jobs.getNextJobToRun(...args))
  }

  async #take(readJob: () => Promise<JobParameters | undefined>): Promise<JobParameters | undefined> {
    if (!this.#options.mayTakeJobs()) return undefined
    const job = await readJob()
    this.#options.onAnswer()
    return job && { ...job, lockedAt: neverExpires }
  }

  /** Converts the next run and the lock time to the database's clock, because agenda uses the local clock. */
  async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    if (job.nextRunAt && !this.#corrected.has(job.nextRunAt)) {
      job.nextRunAt = new Date(job.nextRunAt.getTime() - this.#options.clockAheadMs())
      this.#corrected.add(job.nextRunAt)
    }
    const lockedAt = job.lockedAt && new Date(Date.now() - this.#options.clockAheadMs())
    await this.#jobs.saveJobState({ ...job, lockedAt }, options)
  }

  /** Catches errors, because agenda does not await this call and the process would crash. The lock expires anyway. */
  async unlockJob(job: JobParameters): Promise<void> {
    await this.#jobs.unlockJob(job).catch(this.#options.onError)
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
