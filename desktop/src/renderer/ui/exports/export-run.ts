import { HttpError, proveIfRequired, NetworkError, errorFrom } from '../../http.ts'
import { parseFileName, readExport } from './read-export.ts'

/** `done` and `rows` are row counts; `perSecond` is the average rate. */
export type ExportState =
  | { step: 'running'; done: number; perSecond: number | null }
  | { step: 'saved'; rows: number; fileName: string }
  | { step: 'cancelled' }
  | { step: 'failed'; message: string; done: number }

const timeoutInMs = 60_000

/** An export that continues while the user opens other pages and saves the file once it is complete. */
export class ExportRun {
  state: ExportState = { step: 'running', done: 0, perSecond: null }
  readonly url: string
  /** The expected number of rows, from the list or the reply; undefined if unknown. */
  expected: number | undefined
  readonly #abort = new AbortController()
  readonly #listeners = new Set<() => void>()
  #timeout: ReturnType<typeof setTimeout> | undefined
  readonly #startedAt = performance.now()

  readonly #body: unknown
  readonly #label: string

  constructor(url: string, label: string, expected: number | undefined, body?: unknown) {
    this.url = url
    this.expected = expected
    this.#body = body
    this.#label = label
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = () => this.state

  cancel(): void {
    this.#setState({ step: 'cancelled' })
    this.#abort.abort()
  }

  /** Resolves after success, failure or cancellation. */
  async run(): Promise<void> {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    try {
      await this.#load()
    } catch (error) {
      if (this.state.step === 'running')
        this.#setState({ step: 'failed', message: describeError(error, this.state.done), done: this.state.done })
    } finally {
      clearTimeout(this.#timeout)
      removeEventListener('beforeunload', warn)
    }
  }

  async #load(): Promise<void> {
    const response = await this.#fetch()
    if (!response.ok || !response.body) {
      const body: unknown = await response.json().catch(() => null)
      // Entering a second factor may take a long time.
      clearTimeout(this.#timeout)
      if (await proveIfRequired(response.status, body, this.#label)) return this.#load()
      throw new HttpError(response.status, errorFrom(response.status, body))
    }
    const total = Number(response.headers.get('x-rows') ?? Number.NaN)
    if (Number.isInteger(total)) this.expected = total
    const { file, rows } = await readExport(response.body, (rowsSoFar) => {
      this.#restartTimeout()
      this.#setState({ step: 'running', done: rowsSoFar, perSecond: this.#rateOf(rowsSoFar) })
    })
    if (this.state.step !== 'running') return
    if (Number.isInteger(total) && rows < total) throw new Error('Rows are missing.')
    const fileName = parseFileName(response.headers.get('content-disposition'))
    saveFile(file, fileName)
    this.#setState({ step: 'saved', rows, fileName })
  }

  #fetch(): Promise<Response> {
    this.#restartTimeout()
    return fetch(this.url, {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: this.#abort.signal,
      ...(this.#body === undefined ? {} : { method: 'POST', body: JSON.stringify(this.#body) }),
      headers: {
        accept: 'text/csv, application/json',
        ...(this.#body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    }).catch((cause) => {
      throw new NetworkError(cause)
    })
  }

  #rateOf(rows: number): number | null {
    const seconds = (performance.now() - this.#startedAt) / 1000
    return seconds > 0.5 && rows > 0 ? rows / seconds : null
  }

  #restartTimeout(): void {
    clearTimeout(this.#timeout)
    this.#timeout = setTimeout(() => this.#abort.abort(), timeoutInMs)
  }

  #setState(state: ExportState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

function describeError(error: unknown, rows: number): string {
  if (error instanceof HttpError || (error instanceof NetworkError && rows === 0)) return error.message
  return 'The connection was lost before the end. No file was saved, so that no one works with half a file.'
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser needs the URL until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
