import { maxDescriptionLength } from '@alumni/shared/exchange/events-api'
import { Conversion, type EngagementRow, type Facts, type Match, type Person, type Summary } from './conversion.ts'
import { digestOf } from './digest.ts'
import { engagementLines, unmatchedLines } from './output-lines.ts'
import { readAttendees, type ColumnsNeeded, type Remembered, type Settings } from './read-attendees.ts'
import { Unanswered, type Source } from './source.ts'

/** A request of the window. `date` is for people without a day in the file. */
export type Command =
  | { do: 'convert'; settings: Settings; date: string | null }
  | { do: 'choose'; id: number; buid: string | null }
  /** Chooses by name where one of several fits; or takes that back. */
  | { do: 'choose-fitting' | 'undo-fitting' }
  /** Says who someone is whose address no one has. */
  | { do: 'identify'; id: number; person: Person | null }
  | { do: 'date'; date: string | null }
  | { do: 'save' | 'record'; facts: Facts }
  /** The server that did not answer is asked again now. */
  | { do: 'go-on' }
  /** The recorded rows were taken back. */
  | { do: 'forget-recorded' }

/** A message to the window: counts and people to choose, never rows. */
export type Report =
  | { is: 'reading'; percent: number; rows: number }
  | { is: 'matching'; done: number; of: number }
  /** The server does not answer; it is asked again until it does. */
  | { is: 'waiting'; sentence: string; isSignedOut: boolean }
  | { is: 'columns'; columns: ColumnsNeeded }
  | { is: 'summary'; summary: Summary }
  | { is: 'saved'; files: SavedFile[] }
  | { is: 'not-saved'; sentence: string }
  | { is: 'recording'; done: number; of: number }
  | { is: 'recorded'; recorded: Recorded; failure?: string }
  /** `mayRetry`: the file was read, but not who its people are. */
  | { is: 'failed'; sentence: string; mayRetry?: boolean }

/** `content` is there until the file is saved. */
export type SavedFile = { kind: 'engagements' | 'unmatched'; name: string; content?: Blob }
/** Totals of all that was sent since the file was read; `failed` has at most the first hundred. */
export type Recorded = {
  inserted: number
  alreadyStored: number
  failedRows: number
  failed: { buid: string; error: string }[]
  /** The ids for taking it back. */
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
  remembered: (headerKey: string) => Remembered | undefined
  report: (report: Report) => void
}

const maxBatchRows = 10_000
/** A little less than the server takes. */
const maxBatchBytes = 4_500_000
const maxFailuresShown = 100
/** Seconds from one question to the next while the server is lost. */
const pauses = [2, 4, 8, 15]
const longestPause = 300
/** A batch is sent at most this often. What was read and chosen stays for another try later. */
const maxTriesToRecord = 4

/**
 * One file in the hands of one person, from the drop to the engagements. Commands are carried out one after the other.
 */
export class Session {
  readonly #host: SessionHost
  #conversion: Conversion | undefined
  #date: string | null = null
  readonly #sent = new Set<string>()
  #recorded = nothingRecorded()
  #queue: Promise<void> = Promise.resolve()
  #goOn: () => void = () => undefined

  constructor(host: SessionHost) {
    this.#host = host
  }

  handle(command: Command): Promise<void> {
    if (command.do === 'go-on') {
      this.#goOn()
      return this.#queue
    }
    this.#queue = this.#queue
      .then(() => this.#carryOut(command))
      .catch((error: unknown) => this.#host.report({ is: 'failed', sentence: sentenceOf(error) }))
    return this.#queue
  }

  async #carryOut(command: Command): Promise<void> {
    if ('date' in command) this.#date = command.date
    if (command.do === 'convert') return this.#convert(command.settings)
    if (command.do === 'forget-recorded') {
      this.#sent.clear()
      this.#recorded = nothingRecorded()
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
        { kind: 'engagements', lines: engagementLines(conversion.engagements(facts)) },
        { kind: 'unmatched', lines: unmatchedLines(conversion.unmatched()) },
      ])
      this.#host.report({ is: 'saved', files })
    } catch (error) {
      this.#host.report({ is: 'not-saved', sentence: sentenceOf(error) })
    }
  }

  async #convert(settings: Settings): Promise<void> {
    const { source, match, remembered, report } = this.#host
    this.#conversion = undefined
    let last = 0
    const read = await readAttendees(source, {
      settings,
      remembered,
      onProgress({ bytes, rows }) {
        if (performance.now() - last < 100) return
        last = performance.now()
        report({ is: 'reading', percent: Math.min(100, Math.floor((bytes / Math.max(1, source.size)) * 100)), rows })
      },
    })
    if ('guess' in read) return report({ is: 'columns', columns: read })
    const conversion = new Conversion(read, settings.isDayFirst)
    try {
      await conversion.match((addresses) => this.#ask(() => match(addresses)), {
        onProgress: (done, of) => report({ is: 'matching', done, of }),
      })
    } catch (error) {
      return report({ is: 'failed', sentence: sentenceOf(error), mayRetry: true })
    }
    this.#conversion = conversion
    this.#reportSummary(conversion)
  }

  /** Asks until there is an answer. A person who is signed out has all the time that it takes to sign in again. */
  async #ask<Reply>(ask: () => Promise<Reply>, maxTries = Infinity): Promise<Reply> {
    const { report } = this.#host
    for (let tries = 0; ;) {
      try {
        return await ask()
      } catch (error) {
        if (!(error instanceof Unanswered) || (!error.isSignedOut && ++tries >= maxTries)) throw error
        const { message: sentence, isSignedOut, seconds } = error
        report({ is: 'waiting', sentence, isSignedOut })
        await this.#pause(Math.min(seconds ?? pauses[Math.max(0, tries - 1)] ?? pauses.at(-1)!, longestPause))
      }
    }
  }

  #pause(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #reportSummary(conversion: Conversion): void {
    this.#host.report({ is: 'summary', summary: conversion.summary(this.#date) })
  }

  /** Sends what has not been sent yet. A batch bears a name made of its content: sent again, it is not stored again. */
  async #record(conversion: Conversion, facts: Facts): Promise<void> {
    const { submit, report } = this.#host
    const recorded = this.#recorded
    const of = conversion.totals(facts.date).converted
    report({ is: 'recording', done: this.#sent.size, of })
    const send = async (engagements: EngagementRow[]) => {
      const batch: Batch = { batch_id: batchId(engagements), source: 'Event converter', engagements, only_new: true }
      const store = (named: Batch) => this.#ask(() => submit(named), maxTriesToRecord)
      let reply = await store(batch)
      // A batch that was taken back is recorded again under an id of its own.
      while (reply.is_undone) reply = await store({ ...batch, batch_id: `${batch.batch_id}-${reply.id}` })
      for (const row of engagements) this.#sent.add(keyOf(row))
      recorded[reply.status === 'processed' ? 'inserted' : 'alreadyStored'] += reply.inserted
      recorded.alreadyStored += reply.already_recorded
      if (reply.inserted > 0 && !recorded.lists.includes(reply.id)) recorded.lists.push(reply.id)
      recorded.failedRows += reply.failed
      recorded.failed.push(...reply.errors.slice(0, maxFailuresShown - recorded.failed.length))
      report({ is: 'recording', done: this.#sent.size, of })
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
      report({ is: 'recorded', recorded: structuredClone(recorded), failure: sentenceOf(error) })
    }
  }
}

function nothingRecorded(): Recorded {
  return { inserted: 0, alreadyStored: 0, failedRows: 0, failed: [], lists: [] }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The file could not be read.'
}

function keyOf({ buid, activity_code, engagement_date, description }: EngagementRow): string {
  return `${buid} ${engagement_date} ${activity_code} ${description ?? ''}`
}

/** The id is a digest of the rows: the same rows are the same batch whenever they are sent. */
function batchId(rows: readonly EngagementRow[]): string {
  return `event-converter-${digestOf(rows.map(keyOf))}-${rows.length}`
}
