import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Report } from '../../converter/session.ts'
import { Unanswered } from '../../converter/source.ts'
import { convertInThread, type Conversion } from './convert-in-thread.ts'
import { diskSource } from './disk-source.ts'
import type { Question } from './messages.ts'
import { writeBeside } from './write-beside.ts'

const folder = mkdtempSync(join(tmpdir(), 'converter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let source: string
let count = 0
beforeEach(() => {
  mkdirSync(join(folder, String(++count)))
  source = join(folder, String(count), 'gala.csv')
})

const header = 'Event Name,Event Date,Name,Email,Attended'
const facts = { activityCode: 'event_attended', description: '=Gala', date: null }

/** A file of so many people, every other of whom is on file, in the hands of the thread. */
function open(people: number, answer?: (question: Question) => Promise<never>) {
  const rows = Array.from({ length: people }, (_, n) => `Gala,2026-10-03,=Person ${n},person.${n}@example.org,yes`)
  writeFileSync(source, [header, ...rows].join('\n'))
  return start(answer)
}

function start(answer?: (question: Question) => Promise<never>) {
  const questions: Question[] = []
  const heard: Report[] = []
  const waiting = new Map<Report['is'], (report: Report) => void>()
  const conversion: Conversion = convertInThread({
    script: new URL('./worker.ts', import.meta.url),
    path: source,
    remembered: {},
    onSaved: () => undefined,
    onReport(report) {
      heard.push(report)
      waiting.get(report.is)?.(report)
    },
    async answer(question) {
      questions.push(question)
      if (answer) return answer(question)
      if (question.about === 'matches')
        return question.emails.map((email) => {
          const number = Number(/\d+/.exec(email)?.[0])
          return {
            email,
            people:
              number % 2 ? [] : [{ buid: `B${String(number).padStart(8, '0')}`, display_name: 'P', class_year: null }],
          }
        })
      const { length } = question.batch.engagements
      return {
        status: 'processed',
        id: questions.length,
        is_undone: false,
        inserted: length,
        already_recorded: 0,
        failed: 0,
        errors: [],
      }
    },
  })
  const next = <Is extends Report['is']>(is: Is) =>
    new Promise<Extract<Report, { is: Is }>>((resolve) =>
      waiting.set(is, (report) => resolve(report as Extract<Report, { is: Is }>)),
    )
  return { conversion, questions, heard, next }
}

test('a file is read in the thread, what comes of it is saved beside it, and never over what is there', async () => {
  const { conversion, next } = open(6)
  const summary = next('summary')
  conversion.send({ do: 'convert', settings: {}, date: null })
  expect((await summary).summary.totals).toMatchObject({ rows: 6, converted: 3, unmatched: 3 })
  for (const time of ['once', 'again']) {
    const saved = next('saved')
    conversion.send({ do: 'save', facts })
    expect([time, (await saved).files.length]).toEqual([time, 2])
  }
  await conversion.close()
  expect(readdirSync(join(source, '..')).toSorted()).toEqual([
    'gala-engagements-2.csv',
    'gala-engagements.csv',
    'gala-unmatched-2.csv',
    'gala-unmatched.csv',
    'gala.csv',
  ])
  const output = (kind: string) => readFileSync(source.replace('.csv', `-${kind}.csv`), 'utf8')
  expect(output('engagements')).toBe(
    `\ufeffbuid,activity_code,engagement_date,description\r\n${[0, 2, 4].map((n) => `B0000000${n},event_attended,2026-10-03,"'=Gala"\r\n`).join('')}`,
  )
  expect(output('unmatched').split('\r\n').slice(0, 2)).toEqual([
    '\ufeffline,reason,name,email,date',
    `3,Nobody on file has this address,"'=Person 1",person.1@example.org,2026-10-03`,
  ])
})

test('12,001 people are sent in batches; what was sent is not sent again, and the server is asked about 5,000 at a time', async () => {
  const { conversion, questions, next } = open(24_002)
  const summary = next('summary')
  conversion.send({ do: 'convert', settings: {}, date: null })
  await summary
  for (const time of ['once', 'again']) {
    const recorded = next('recorded')
    conversion.send({ do: 'record', facts })
    expect([time, (await recorded).recorded.inserted]).toEqual([time, 12_001])
  }
  await conversion.close()
  const asked = questions.flatMap((question) => (question.about === 'matches' ? [question.emails.length] : []))
  const sent = questions.flatMap((question) => (question.about === 'engagements' ? [question.batch] : []))
  expect(asked).toEqual([5000, 5000, 5000, 5000, 4002])
  expect(sent.map(({ engagements }) => engagements.length)).toEqual([10_000, 2001])
  expect(new Set(sent.map(({ batch_id }) => batch_id)).size).toBe(2)
})

test('a batch that failed bears the same name when it is sent again, and a file that is read again too', async () => {
  const names: string[] = []
  for (const reading of ['first reading', 'second reading']) {
    const { conversion, next } = open(2, async (question) => {
      if (question.about === 'matches')
        return [
          { email: 'person.0@example.org', people: [{ buid: 'B00000004', display_name: 'P', class_year: null }] },
        ] as never
      names.push(question.batch.batch_id)
      throw new Error('The server could not be reached.')
    })
    const summary = next('summary')
    conversion.send({ do: 'convert', settings: {}, date: null })
    expect([reading, (await summary).summary.totals.converted]).toEqual([reading, 1])
    for (const time of ['once', 'again']) {
      const recorded = next('recorded')
      conversion.send({ do: 'record', facts })
      expect({ time, ...(await recorded) }).toMatchObject({
        time,
        failure: 'The server could not be reached.',
        recorded: { inserted: 0 },
      })
    }
    await conversion.close()
  }
  expect(names.length).toBe(4)
  expect(new Set(names).size).toBe(1)
})

test('a file that is not there, and one that is cancelled: a sentence, and nothing is left behind', async () => {
  const gone = start()
  const failed = gone.next('failed')
  gone.conversion.send({ do: 'convert', settings: {}, date: null })
  expect((await failed).sentence).toBe('The file is not there any more. It was moved or deleted.')
  await gone.conversion.close()

  const asked = Promise.withResolvers<void>()
  const { conversion, heard } = open(1000, () => {
    asked.resolve()
    return new Promise(() => undefined)
  })
  conversion.send({ do: 'convert', settings: {}, date: null })
  await asked.promise
  await conversion.close()
  expect(heard.some(({ is }) => is === 'summary' || is === 'failed')).toBe(false)
  expect(readdirSync(join(source, '..'))).toEqual(['gala.csv'])
})

const ofPeggy = [
  { email: 'person.0@example.org', people: [{ buid: 'B00000004', display_name: 'P', class_year: null }] },
]
const goesOnLater = (isSignedOut: boolean) =>
  new Unanswered('The server does not answer.', { seconds: 300, isSignedOut })

test.each([false, true])(
  'a look-up that gets no answer (signed out: %s) waits, goes on when it is told to, and nothing is lost',
  async (isSignedOut) => {
    let asked = 0
    const { conversion, next } = open(2, async () => {
      if (++asked <= 2) throw goesOnLater(isSignedOut)
      return ofPeggy as never
    })
    let waiting = next('waiting')
    const summary = next('summary')
    conversion.send({ do: 'convert', settings: {}, date: null })
    for (const time of ['once', 'again']) {
      expect({ time, ...(await waiting) }).toEqual({
        time,
        is: 'waiting',
        sentence: 'The server does not answer.',
        isSignedOut,
      })
      waiting = next('waiting')
      conversion.send({ do: 'go-on' })
    }
    expect((await summary).summary.totals).toMatchObject({ rows: 2, converted: 1 })
    await conversion.close()
  },
)

test('a look-up that waits for the server ends by itself when it is cancelled', async () => {
  const ended = Promise.withResolvers<number>()
  process.once('worker', (thread) => void thread.once('exit', ended.resolve))
  const { conversion, next, heard } = open(2, () => Promise.reject(goesOnLater(false)))
  const waiting = next('waiting')
  conversion.send({ do: 'convert', settings: {}, date: null })
  await waiting
  await conversion.close()
  // A thread that has to be ended answers 1.
  expect(await ended.promise).toBe(0)
  expect(heard.some(({ is }) => is === 'summary' || is === 'failed')).toBe(false)
})

test('a look-up that is refused leaves the file open, to be tried again', async () => {
  let asked = 0
  const { conversion, next } = open(2, async () => {
    if (++asked === 1) throw new Error('Your role was changed.')
    return ofPeggy as never
  })
  const failed = next('failed')
  conversion.send({ do: 'convert', settings: {}, date: null })
  expect(await failed).toMatchObject({ sentence: 'Your role was changed.', mayRetry: true })
  const summary = next('summary')
  conversion.send({ do: 'convert', settings: {}, date: null })
  expect((await summary).summary.totals.converted).toBe(1)
  await conversion.close()
})

test('recording says so before its first answer; a lost server costs no choice, and signing in again goes on', async () => {
  const answers = [
    ...Array.from({ length: 4 }, () => new Unanswered('The server does not answer.', { seconds: 0 })),
    ...Array.from({ length: 6 }, () => new Unanswered('You are signed out.', { seconds: 0, isSignedOut: true })),
  ]
  const { conversion, next, heard } = open(2, async (question) => {
    if (question.about === 'matches') return ofPeggy as never
    const problem = answers.shift()
    if (problem) throw problem
    const stored = { id: 1, inserted: 1, already_recorded: 0, failed: 0, errors: [] }
    return { ...stored, status: 'processed', is_undone: false } as never
  })
  const summary = next('summary')
  conversion.send({ do: 'convert', settings: {}, date: null })
  await summary
  const first = next('recorded')
  conversion.send({ do: 'record', facts })
  expect(await first).toMatchObject({ failure: 'The server does not answer.', recorded: { inserted: 0 } })
  const begun = heard.findIndex(({ is }) => is === 'recording')
  expect(heard[begun]).toEqual({ is: 'recording', done: 0, of: 1 })
  expect(heard.slice(begun + 1).map(({ is }) => is)).toEqual(['waiting', 'waiting', 'waiting', 'recorded'])
  const second = next('recorded')
  conversion.send({ do: 'record', facts })
  expect((await second).recorded.inserted).toBe(1)
  await conversion.close()
})

test.each([
  ['was changed while it was read', () => appendFileSync(source, 'Gala,2026-10-03,X,x@example.org,yes\n')],
  ['is not there any more', () => rmSync(source)],
])('a file that %s is refused', async (sentence, happen) => {
  writeFileSync(source, `${header}\n${'Gala,2026-10-03,P,p@example.org,yes\n'.repeat(20_000)}`)
  const read = async () => {
    let pieces = 0
    for await (const _ of diskSource(source).open()) if (pieces++ === 0) happen()
  }
  await expect(read()).rejects.toThrow(sentence)
})

test('on a full disk nothing is saved, and no half of a file stays', async (context) => {
  const small = join(folder, 'small')
  mkdirSync(small)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
  } catch {
    return context.skip('This computer lets nobody make a small disk.')
  }
  try {
    function* lines() {
      for (let n = 0; n < 1000; n++) yield 'x'.repeat(1000)
    }
    const outputs = [
      { name: 'a.csv', lines: ['short'] },
      { name: 'b.csv', lines: lines() },
    ]
    await expect(writeBeside(join(small, 'gala.csv'), outputs, () => false)).rejects.toThrow(
      'The disk is full; nothing was saved.',
    )
    expect(readdirSync(small)).toEqual([])
  } finally {
    execFileSync('umount', [small])
  }
})

test('a thread that ends by itself is told as a failure, and closing it does not wait for it', async () => {
  process.once('worker', (thread) => void thread.once('online', () => thread.terminate()))
  const { conversion, next } = open(6)
  expect((await next('failed')).sentence).toMatch(/^The file could not be converted/)
  await conversion.close()
})
