import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { Conversion, type EngagementRow, type Facts, type Match, type Person, type Summary } from './conversion.ts'
import { digestOf } from './digest.ts'
import { generateEngagements, generateUnmatched } from './output-lines.ts'
import { readAttendees, type ColumnsNeeded, type ColumnChoice, type Settings } from './read-attendees.ts'
import { NoReplyError, type Source } from './source.ts'

/** A command from the window. `date` applies to people without a day in the file. */
export type Command =
  | { do: 'convert'; settings: Settings; date: string | null }
  | { do: 'choose'; id: number; buid: string | null }
  | { do: 'choose-fitting' | 'undo-fitting' }
  | { do: 'identify'; id: number; person: Person | null }
  | { do: 'date'; date: string | null }
  | { do: 'save' | 'record'; facts: Facts }
  | { do: 'retry' }
  | { do: 'forget-recorded' }

/** A message to the window. Contains counts and people to choose from, but no rows. */
export type Report =
  | { is: 'reading'; percent: number; rows: number }
  | { is: 'matching'; done: number; total: number }
  | { is: 'waiting'; message: string; isSignedOut: boolean }
  | { is: 'columns'; columns: ColumnsNeeded }
  | { is: 'summary'; summary: Summary }
  | { is: 'saved'; files: SavedFile[] }
  | { is: 'not-saved'; message: string }
  | { is: 'recording'; done: number; total: number }
  | { is: 'recorded'; recorded: RecordedTotals; failure?: string }
  /** `mayRetry` is set if the file was read but matching failed. */
  | { is: 'failed'; message: string; mayRetry?: boolean }

/** `content` is absent once the file is saved to disk. */
export type SavedFile = { kind: 'engagements' | 'unmatched'; name: string; content?: Blob }
/** Totals since the file was read. `failed` has at most 100 entries. */
export type RecordedTotals = {
  inserted: number
  alreadyStored: number
  failedRows: number
  failed: { buid: string; error: string }[]
  lists: number[]
}

export type Batch = { batch_id: string; source: string; engagements: EngagementRow[]; only_new: true }
export type BatchReply = {
  status: 'processed' | 'already_processed'
  id: number
  is_undone: boolean
  inserted: number
  already_recorded: number
  failed: number
  errors: { buid: string; error: string }[]
}

export type SessionHost = {
  source: Source
  match: Match
  submit: (batch: Batch) => Promise<BatchReply>
  save: (files: { kind: SavedFile['kind']; lines: Iterable<string> }[]) => Promise<SavedFile[]>
  findMapping: (headerKey: string) => ColumnChoice | undefined
  report: (report: Report) => void
}

const maxBatchRows = 10_000
/** Slightly below the server's limit. */
const maxBatchBytes = 4_500_000
const maxFailuresShown = 100
/** Seconds between attempts. The last value repeats. */
const pauses = [2, 4, 8, 15]
const maxPause = 300
const maxRecordAttempts = 4

/** Converts one file and records its engagements. Runs commands one at a time. */
export class Session {
  readonly #host: SessionHost
  #conversion: Conversion | undefined
  #date: string | null = null
  readonly #sent = new Set<string>()
  #recorded = emptyTotals()
  #queue: Promise<void> = Promise.resolve()
  #retry: () => void = () => undefined

  constructor(host: SessionHost) {
    this.#host = host
  }

  handle(command: Command): Promise<void> {
    if (command.do === 'retry') {
      this.#retry()
      return this.#queue
    }
    this.#queue = this.#queue
      .then(() => this.#execute(command))
      .catch((error: unknown) => this.#host.report({ is: 'failed', message: describeError(error) }))
    return this.#queue
  }

  async #execute(command: Command): Promise<void> {
    if ('date' in command) this.#date = command.date
    if (command.do === 'convert') return this.#convert(command.settings)
    if (command.do === 'forget-recorded') {
      this.#sent.clear()
      this.#recorded = emptyTotals()
      return
    }
    const conversion = this.#conversion
    if (!conversion) return
    if (command.do === 'choose') conversion.choose(command.id, command.buid)
    if (command.do === 'identify') conversion.identify(command.id, command.person)
    if (command.do === 'choose-fitting') conversion.chooseFitting()
    if (command.do === 'undo-fitting') conversion.undoFitting()
    if (command.do === 'record') return this.#record(conversion, command.facts)
    if (command.do === 'save') return this.#save(conversion, command.facts)
    this.#reportSummary(conversion)
  }

  async #save(conversion: Conversion, facts: Facts): Promise<void> {
    try {
      const files = await this.#host.save([
        { kind: 'engagements', lines: generateEngagements(conversion.engagements(facts)) },
        { kind: 'unmatched', lines: generateUnmatched(conversion.unmatched()) },
      ])
      this.#host.report({ is: 'saved', files })
    } catch (error) {
      this.#host.report({ is: 'not-saved', message: describeError(error) })
    }
  }

  async #convert(settings: Settings): Promise<void> {
    const { source, match, findMapping, report } = this.#host
    this.#conversion = undefined
    let last = 0
    const read = await readAttendees(source, {
      settings,
      findMapping,
      onProgress({ bytes, rows }) {
        if (performance.now() - last < 100) return
        last = performance.now()
        report({ is: 'reading', percent: Math.min(100, Math.floor((bytes / Math.max(1, source.size)) * 100)), rows })
      },
    })
    if ('guess' in read) return report({ is: 'columns', columns: read })
    const conversion = new Conversion(read, settings.isDayFirst)
    try {
      await conversion.match((addresses) => this.#repeat(() => match(addresses)), {
        onProgress: (progress) => report({ is: 'matching', ...progress }),
      })
    } catch (error) {
      return report({ is: 'failed', message: describeError(error), mayRetry: true })
    }
    this.#conversion = conversion
    this.#reportSummary(conversion)
  }

  /** Repeats a request until the server replies. Attempts while the user is signed out do not count. */
  async #repeat<Reply>(request: () => Promise<Reply>, maxAttempts = Infinity): Promise<Reply> {
    const { report } = this.#host
    for (let attempts = 0; ;) {
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof NoReplyError) || (!error.isSignedOut && ++attempts >= maxAttempts)) throw error
        const { message, isSignedOut, seconds } = error
        report({ is: 'waiting', message, isSignedOut })
        await this.#pause(Math.min(seconds ?? pauses[Math.max(0, attempts - 1)] ?? pauses.at(-1)!, maxPause))
      }
    }
  }

  #pause(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      this.#retry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #reportSummary(conversion: Conversion): void {
    this.#host.report({ is: 'summary', summary: conversion.summary(this.#date) })
  }

  /** Sends only rows that were not sent before. Batch ids are digests, so the server stores each batch only once. */
  async #record(conversion: Conversion, facts: Facts): Promise<void> {
    const { submit, report } = this.#host
    const recorded = this.#recorded
    const total = conversion.totals(facts.date).converted
    report({ is: 'recording', done: this.#sent.size, total })
    const send = async (engagements: EngagementRow[]) => {
      const batchId = `event-converter-${digestOf(engagements.map(keyOf))}-${engagements.length}`
      const batch = { source: 'Event converter', engagements, only_new: true } as const
      const store = (batch_id: string) => this.#repeat(() => submit({ ...batch, batch_id }), maxRecordAttempts)
      let reply = await store(batchId)
      // An undone batch needs a new id.
      while (reply.is_undone) reply = await store(`${batchId}-${reply.id}`)
      for (const row of engagements) this.#sent.add(keyOf(row))
      recorded[reply.status === 'processed' ? 'inserted' : 'alreadyStored'] += reply.inserted
      recorded.alreadyStored += reply.already_recorded
      if (reply.inserted > 0 && !recorded.lists.includes(reply.id)) recorded.lists.push(reply.id)
      recorded.failedRows += reply.failed
      recorded.failed.push(...reply.errors.slice(0, maxFailuresShown - recorded.failed.length))
      report({ is: 'recording', done: this.#sent.size, total })
    }
    try {
      let batch: EngagementRow[] = []
      const rowBytes = 120 + 3 * (facts.activityCode.length + (facts.description.length || maxDescriptionLength))
      const limit = Math.min(maxBatchRows, Math.floor(maxBatchBytes / rowBytes))
      for (const row of conversion.engagements(facts)) {
        if (this.#sent.has(keyOf(row))) continue
        batch.push(row)
        if (batch.length < limit) continue
        await send(batch)
        batch = []
      }
      if (batch.length > 0) await send(batch)
      report({ is: 'recorded', recorded: structuredClone(recorded) })
    } catch (error) {
      report({ is: 'recorded', recorded: structuredClone(recorded), failure: describeError(error) })
    }
  }
}

function emptyTotals(): RecordedTotals {
  return { inserted: 0, alreadyStored: 0, failedRows: 0, failed: [], lists: [] }
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : 'The file could not be read.'
}

function keyOf({ buid, activity_code, engagement_date, description }: EngagementRow): string {
  return `${buid} ${engagement_date} ${activity_code} ${description ?? ''}`
}
