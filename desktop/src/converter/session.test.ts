import { expect, test } from 'vitest'
import { Session, type Batch, type BatchReply, type Command, type Report } from './session.ts'
import { NoReplyError } from './source.ts'
import { fileOf } from './testing/convert.ts'

const header = 'Event Name,Event Date,Name,Email,Attended'
const facts = { activityCode: 'event_attended', description: '=Gala', date: null }

type Question = { about: 'matches'; emails: string[] } | { about: 'engagements'; batch: Batch }

/** Opens a file with this number of people; every other person is on file. */
function open(people: number, answer?: (question: Question) => Promise<never>) {
  const rows = Array.from({ length: people }, (_, n) => `Gala,2026-10-03,=Person ${n},person.${n}@example.org,yes`)
  const questions: Question[] = []
  const heard: Report[] = []
  const waiting = new Map<Report['is'], (report: Report) => void>()
  const saved: Record<string, string> = {}
  async function ask(question: Question): Promise<unknown> {
    questions.push(question)
    if (answer) return answer(question)
    if (question.about === 'matches')
      return question.emails.map((email) => {
        const number = Number(/\d+/.exec(email)?.[0])
        const buid = `B${String(number).padStart(8, '0')}`
        return { email, people: number % 2 ? [] : [{ buid, display_name: 'P', class_year: null }] }
      })
    const { length: inserted } = question.batch.engagements
    const id = questions.length
    return { status: 'processed', id, is_undone: false, inserted, already_recorded: 0, failed: 0, errors: [] }
  }
  const conversion = new Session({
    source: fileOf([header, ...rows].join('\n')),
    match: (emails) => ask({ about: 'matches', emails }) as never,
    submit: (batch) => ask({ about: 'engagements', batch }) as Promise<BatchReply>,
    findMapping: () => undefined,
    report(report) {
      heard.push(report)
      waiting.get(report.is)?.(report)
    },
    async save(files) {
      for (const { kind, lines } of files) saved[kind] = [...lines].join('')
      return files.map(({ kind }) => ({ kind, name: `gala-${kind}.csv` }))
    },
  })
  const next = <Is extends Report['is']>(is: Is) =>
    new Promise<Extract<Report, { is: Is }>>((resolve) =>
      waiting.set(is, (report) => resolve(report as Extract<Report, { is: Is }>)),
    )
  return { send: (command: Command) => void conversion.handle(command), questions, heard, next, saved }
}

test('a file is read, and its engagements and unmatched people are saved', async () => {
  const { send, next, saved } = open(6)
  const summary = next('summary')
  send({ do: 'convert', settings: {}, date: null })
  expect((await summary).summary.totals).toMatchObject({ rows: 6, converted: 3, unmatched: 3 })
  const files = next('saved')
  send({ do: 'save', facts })
  expect((await files).files.length).toBe(2)
  expect(saved.engagements).toBe(
    `\ufeffbuid,activity_code,engagement_date,description\r\n${[0, 2, 4].map((n) => `B0000000${n},event_attended,2026-10-03,"'=Gala"\r\n`).join('')}`,
  )
  expect(saved.unmatched!.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffline,reason,name,email,date',
    `3,No one on file has this address,"'=Person 1",person.1@example.org,2026-10-03`,
  ])
})

test('12,001 people are sent in batches, none of them twice, and looked up 5,000 at a time', async () => {
  const { send, questions, next } = open(24_002)
  const summary = next('summary')
  send({ do: 'convert', settings: {}, date: null })
  await summary
  for (const time of ['once', 'again']) {
    const recorded = next('recorded')
    send({ do: 'record', facts })
    expect([time, (await recorded).recorded.inserted]).toEqual([time, 12_001])
  }
  const requestSizes = questions.flatMap((question) => (question.about === 'matches' ? [question.emails.length] : []))
  const sent = questions.flatMap((question) => (question.about === 'engagements' ? [question.batch] : []))
  expect(requestSizes).toEqual([5000, 5000, 5000, 5000, 4002])
  expect(sent.map(({ engagements }) => engagements.length)).toEqual([10_000, 2001])
  expect(new Set(sent.map(({ batch_id }) => batch_id)).size).toBe(2)
})

test('a failed batch has the same id when it is sent again, even after the file is read again', async () => {
  const names: string[] = []
  for (const reading of ['first reading', 'second reading']) {
    const { send, next } = open(2, async (question) => {
      if (question.about === 'matches')
        return [
          { email: 'person.0@example.org', people: [{ buid: 'B00000004', display_name: 'P', class_year: null }] },
        ] as never
      names.push(question.batch.batch_id)
      throw new Error('The server could not be reached.')
    })
    const summary = next('summary')
    send({ do: 'convert', settings: {}, date: null })
    expect([reading, (await summary).summary.totals.converted]).toEqual([reading, 1])
    for (const time of ['once', 'again']) {
      const recorded = next('recorded')
      send({ do: 'record', facts })
      expect({ time, ...(await recorded) }).toMatchObject({
        time,
        failure: 'The server could not be reached.',
        recorded: { inserted: 0 },
      })
    }
  }
  expect(names.length).toBe(4)
  expect(new Set(names).size).toBe(1)
})

const ofPeggy = [
  { email: 'person.0@example.org', people: [{ buid: 'B00000004', display_name: 'P', class_year: null }] },
]
const noReply = (isSignedOut: boolean) => new NoReplyError('The server does not answer.', { seconds: 300, isSignedOut })

test.each([false, true])(
  'a lookup without a reply (signed out: %s) waits, continues after a retry, and loses nothing',
  async (isSignedOut) => {
    let requestCount = 0
    const { send, next } = open(2, async () => {
      if (++requestCount <= 2) throw noReply(isSignedOut)
      return ofPeggy as never
    })
    let waiting = next('waiting')
    const summary = next('summary')
    send({ do: 'convert', settings: {}, date: null })
    for (const time of ['once', 'again']) {
      expect({ time, ...(await waiting) }).toEqual({
        time,
        is: 'waiting',
        message: 'The server does not answer.',
        isSignedOut,
      })
      waiting = next('waiting')
      send({ do: 'retry' })
    }
    expect((await summary).summary.totals).toMatchObject({ rows: 2, converted: 1 })
  },
)

test('a refused lookup leaves the file open for another try', async () => {
  let requestCount = 0
  const { send, next } = open(2, async () => {
    if (++requestCount === 1) throw new Error('Your role was changed.')
    return ofPeggy as never
  })
  const failed = next('failed')
  send({ do: 'convert', settings: {}, date: null })
  expect(await failed).toMatchObject({ message: 'Your role was changed.', mayRetry: true })
  const summary = next('summary')
  send({ do: 'convert', settings: {}, date: null })
  expect((await summary).summary.totals.converted).toBe(1)
})

test('recording reports its start before the first reply, and continues after a lost server or a new sign-in', async () => {
  const answers = [
    ...Array.from({ length: 4 }, () => new NoReplyError('The server does not answer.', { seconds: 0 })),
    ...Array.from({ length: 6 }, () => new NoReplyError('You are signed out.', { seconds: 0, isSignedOut: true })),
  ]
  const { send, next, heard } = open(2, async (question) => {
    if (question.about === 'matches') return ofPeggy as never
    const problem = answers.shift()
    if (problem) throw problem
    const stored = { id: 1, inserted: 1, already_recorded: 0, failed: 0, errors: [] }
    return { ...stored, status: 'processed', is_undone: false } as never
  })
  const summary = next('summary')
  send({ do: 'convert', settings: {}, date: null })
  await summary
  const first = next('recorded')
  send({ do: 'record', facts })
  expect(await first).toMatchObject({ failure: 'The server does not answer.', recorded: { inserted: 0 } })
  const begun = heard.findIndex(({ is }) => is === 'recording')
  expect(heard[begun]).toEqual({ is: 'recording', done: 0, total: 1 })
  expect(heard.slice(begun + 1).map(({ is }) => is)).toEqual(['waiting', 'waiting', 'waiting', 'recorded'])
  const second = next('recorded')
  send({ do: 'record', facts })
  expect((await second).recorded.inserted).toBe(1)
})
