import { Conversion, type EngagementRow, type Facts, type Match, type Person, type Summary } from './conversion.ts'
import { engagementLines, unmatchedLines } from './output-lines.ts'
import { readAttendees, type ColumnsNeeded, type Remembered, type Settings } from './read-attendees.ts'
import { Cancelled, Refused, type Source } from './source.ts'

/** What a window asks for. `date` is for people of whom the file tells no day. */
export type Command =
  | { do: 'convert'; settings: Settings; date: string | null }
  | { do: 'choose'; id: number; buid: string | null; date: string | null }
  /** Says who someone is whose address no one has. */
  | { do: 'identify'; id: number; person: Person | null; date: string | null }
  | { do: 'date'; date: string | null }
  | { do: 'save'; facts: Facts }
  | { do: 'record'; facts: Facts }
  /** What was recorded has been taken back. */
  | { do: 'forget-recorded' }

/** What it hears: counts, and people to choose from, never the rows. */
export type Report =
  | { is: 'reading'; percent: number; rows: number }
  | { is: 'matching'; done: number; of: number }
  | { is: 'columns'; columns: ColumnsNeeded }
  | { is: 'summary'; summary: Summary }
  | { is: 'saved'; files: SavedFile[] }
  | { is: 'not-saved'; sentence: string }
  | { is: 'recording'; done: number; of: number }
  | { is: 'recorded'; recorded: Recorded; failure?: string }
  | { is: 'failed'; sentence: string }

/** In a browser a file is its content, to be downloaded; in the app it lies beside the source. */
export type SavedFile = { kind: 'engagements' | 'unmatched'; name: string; content?: Blob }
/** Of everything that was sent since the file was read; `failed` are at most the first hundred. */
export type Recorded = {
  inserted: number
  alreadyStored: number
  failedRows: number
  failed: { buid: string; error: string }[]
  /** By which it can be taken back. */
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
  isCancelled: () => boolean
}

const maxBatchRows = 10_000
/** A little less than the server takes. */
const maxBatchBytes = 4_500_000
const maxFailuresShown = 100

/**
 * One file in the hands of one person, from the drop to the engagements. Commands are carried out one after the other.
 */
export class Session {
  readonly #host: SessionHost
  #conversion: Conversion | undefined
  readonly #sent = new Set<string>()
  #recorded = nothingRecorded()
  #queue: Promise<void> = Promise.resolve()

  constructor(host: SessionHost) {
    this.#host = host
  }

  handle(command: Command): Promise<void> {
    this.#queue = this.#queue.then(() => this.#carryOut(command)).catch((error: unknown) => this.#fail(error))
    return this.#queue
  }

  /** When everything that was asked for has been done. */
  idle(): Promise<void> {
    return this.#queue
  }

  async #carryOut(command: Command): Promise<void> {
    if (command.do === 'convert') return this.#convert(command)
    if (command.do === 'forget-recorded') return this.#forgetRecorded()
    const conversion = this.#conversion
    if (!conversion) return
    if (command.do === 'choose') conversion.choose(command.id, command.buid)
    if (command.do === 'identify') conversion.identify(command.id, command.person)
    if (command.do === 'choose' || command.do === 'identify' || command.do === 'date') return this.#tell(command.date)
    if (command.do === 'record') return this.#record(conversion, command.facts)
    return this.#save(conversion, command.facts)
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

  async #convert({ settings, date }: Command & { do: 'convert' }): Promise<void> {
    const { source, match, remembered, report, isCancelled } = this.#host
    this.#conversion = undefined
    let last = 0
    const read = await readAttendees(source, {
      settings,
      remembered,
      isCancelled,
      onProgress({ bytes, rows }) {
        if (performance.now() - last < 100) return
        last = performance.now()
        report({ is: 'reading', percent: Math.min(100, Math.floor((bytes / Math.max(1, source.size)) * 100)), rows })
      },
    })
    if ('guess' in read) return report({ is: 'columns', columns: read })
    const conversion = new Conversion(read, settings.isDayFirst)
    await conversion.match(match, { isCancelled, onProgress: (done, of) => report({ is: 'matching', done, of }) })
    this.#conversion = conversion
    this.#tell(date)
  }

  #tell(date: string | null): void {
    this.#host.report({ is: 'summary', summary: this.#conversion!.summary(date) })
  }

  #forgetRecorded(): void {
    this.#sent.clear()
    this.#recorded = nothingRecorded()
  }

  /** Sends what has not been sent yet. A batch bears a name made of its content: sent again, it is not stored again. */
  async #record(conversion: Conversion, facts: Facts): Promise<void> {
    const { submit, report, isCancelled } = this.#host
    const recorded = this.#recorded
    const of = conversion.totals(facts.date).converted
    const send = async (engagements: EngagementRow[]) => {
      if (isCancelled()) throw new Cancelled()
      const batch: Batch = { batch_id: batchId(engagements), source: 'Event converter', engagements, only_new: true }
      let reply = await submit(batch)
      // What was recorded and taken back is recorded anew, under a name of its own.
      while (reply.is_undone) reply = await submit({ ...batch, batch_id: `${batch.batch_id}-${reply.id}` })
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
      const rowBytes = 120 + facts.activityCode.length + 3 * 500
      const limit = Math.min(
        maxBatchRows,
        Math.floor(
          maxBatchBytes /
            (facts.description ? 120 + 3 * (facts.activityCode.length + facts.description.length) : rowBytes),
        ),
      )
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

  #fail(error: unknown): void {
    if (!(error instanceof Cancelled)) this.#host.report({ is: 'failed', sentence: sentenceOf(error) })
  }
}

function nothingRecorded(): Recorded {
  return { inserted: 0, alreadyStored: 0, failedRows: 0, failed: [], lists: [] }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  return error instanceof Error ? error.message : 'The file could not be read.'
}

function keyOf({ buid, activity_code, engagement_date, description }: EngagementRow): string {
  return `${buid} ${engagement_date} ${activity_code} ${description ?? ''}`
}

/** Of the rows themselves, so that the same rows are the same batch whenever they are sent. */
function batchId(rows: readonly EngagementRow[]): string {
  const hashes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]
  for (const row of rows) {
    const text = keyOf(row)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      for (let each = 0; each < hashes.length; each++) {
        const mixed = Math.imul(hashes[each]! ^ code, 0x01000193 + each * 2)
        hashes[each] = (mixed ^ (mixed >>> 13)) >>> 0
      }
    }
  }
  return `event-converter-${hashes.map((hash) => hash.toString(16).padStart(8, '0')).join('')}-${rows.length}`
}
