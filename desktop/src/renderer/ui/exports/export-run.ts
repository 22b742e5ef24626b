import { HttpError, obtainProof, NetworkError, errorFrom } from '../../http.ts'
import { fileNameOf, readExport } from './read-export.ts'

/** `done` and `expected` count rows, `perSecond` is of the whole time so far. */
export type ExportState =
  | { step: 'running'; done: number; perSecond: number | null }
  | { step: 'saved'; rows: number; fileName: string }
  | { step: 'cancelled' }
  | { step: 'failed'; sentence: string; done: number }

/** The export fails after the server has sent nothing for this long. */
const patienceInMs = 60_000

/** One export of a list. It goes on while the person opens other pages; nothing is saved before all of it is there. */
export class ExportRun {
  state: ExportState = { step: 'running', done: 0, perSecond: null }
  readonly url: string
  /** Until the reply says how many there are, how many the list had, where it knew. */
  expected: number | undefined
  readonly #abort = new AbortController()
  readonly #listeners = new Set<() => void>()
  #patience: ReturnType<typeof setTimeout> | undefined
  readonly #startedAt = performance.now()

  readonly #body: unknown
  readonly #words: string

  /** `words` is what it does, such as "Export 31 people". */
  constructor(url: string, words: string, expected: number | undefined, body?: unknown) {
    this.url = url
    this.expected = expected
    this.#body = body
    this.#words = words
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = () => this.state

  cancel(): void {
    this.#become({ step: 'cancelled' })
    this.#abort.abort()
  }

  /** Resolves when it has ended, however it did. */
  async run(): Promise<void> {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    try {
      await this.#load()
    } catch (error) {
      if (this.state.step === 'running')
        this.#become({ step: 'failed', sentence: sentenceOf(error, this.state.done), done: this.state.done })
    } finally {
      clearTimeout(this.#patience)
      removeEventListener('beforeunload', warn)
    }
  }

  async #load(): Promise<void> {
    const response = await this.#ask()
    if (!response.ok || !response.body) {
      const body: unknown = await response.json().catch(() => null)
      // Time to find a phone.
      clearTimeout(this.#patience)
      if (await obtainProof(response.status, body, this.#words)) return this.#load()
      throw new HttpError(response.status, errorFrom(response.status, body))
    }
    const promised = Number(response.headers.get('x-rows') ?? Number.NaN)
    if (Number.isInteger(promised)) this.expected = promised
    const { file, rows } = await readExport(response.body, (done) => {
      this.#waitOn()
      this.#become({ step: 'running', done, perSecond: this.#rateOf(done) })
    })
    if (this.state.step !== 'running') return
    if (Number.isInteger(promised) && rows < promised) throw new Error('Rows are missing.')
    const fileName = fileNameOf(response.headers.get('content-disposition'))
    saveFile(file, fileName)
    this.#become({ step: 'saved', rows, fileName })
  }

  #ask(): Promise<Response> {
    this.#waitOn()
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

  #rateOf(done: number): number | null {
    const seconds = (performance.now() - this.#startedAt) / 1000
    return seconds > 0.5 && done > 0 ? done / seconds : null
  }

  #waitOn(): void {
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#abort.abort(), patienceInMs)
  }

  #become(state: ExportState): void {
    this.state = state
    for (const listener of this.#listeners) listener()
  }
}

function sentenceOf(error: unknown, done: number): string {
  if (error instanceof HttpError || (error instanceof NetworkError && done === 0)) return error.message
  return 'The connection was lost before the end. No file was saved, so that no one works with half a file.'
}

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser needs it until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
