import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import { retry } from '../../converter/retry.ts'
import type { Remembered } from '../../converter/read-attendees.ts'
import { app, shell } from 'electron'
import { type Handlers, type Page, rememberedMapping } from '../../ipc.ts'
import { convertInThread, type Conversion } from './convert-in-thread.ts'
import type { Question } from './messages.ts'
import { ofPage } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { ServerProblem } from '../server/ask-server.ts'
import { serverRequest, ServerRefusal } from '../server/server-request.ts'
import { pathOfTaken } from '../taken-files.ts'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

type Open = { file: string; conversion: Conversion; saved: string[] }

/** The file that a page converts, one at a time. */
const held = ofPage((page) => {
  const holds: { open?: Open | undefined } = {}
  page.ended.addEventListener('abort', () => void holds.open?.conversion.close())
  return holds
})

export const converterHandlers = {
  async 'converter.open'({ file }, page) {
    const holds = held(page)
    const before = holds.open
    const opened: Open = {
      file,
      saved: [],
      conversion: convertInThread({
        script: join(__dirname, 'converter/worker.cjs'),
        path: pathOfTaken(page, file),
        remembered: mappings().read(),
        answer: answerQuestion,
        onReport: (report) => holds.open === opened && page.tell('converter', { file, report }),
        onSaved: (paths) => (opened.saved = paths),
      }),
    }
    holds.open = opened
    await before?.conversion.close()
    return null
  },
  async 'converter.send'({ file, command }, page) {
    openedBy(page, file).conversion.send(command)
    return null
  },
  async 'converter.close'({ file }, page) {
    const holds = held(page)
    if (holds.open?.file !== file) return null
    const { conversion } = holds.open
    holds.open = undefined
    await conversion.close()
    return null
  },
  async 'converter.remember'({ headerKey, mapping }) {
    mappings().save(headerKey, mapping)
    return null
  },
  async 'converter.showSaved'({ file }, page) {
    const [path] = openedBy(page, file).saved
    if (path) shell.showItemInFolder(path)
    return null
  },
} satisfies Partial<Handlers>

function openedBy(page: Page, file: string): Open {
  const { open } = held(page)
  if (open?.file !== file) throw new Refusal('This file is not open any more. Drop it again.')
  return open
}

function mappings() {
  return savedMappings(join(app.getPath('userData'), 'event-converter.json'))
}

const url = '/tools/event_converter'
const limited = z.object({ retry_after: z.number() })

/** What the thread asks the server, in the name of who is signed in. Both may be asked again without harm. */
function answerQuestion(question: Question) {
  return retry(async () => {
    if (question.about === 'engagements')
      return serverRequest(`${url}/lists`, recordReply, {
        method: 'POST',
        body: question.batch,
        patienceInMs: 60_000,
      })
    const { emails } = question
    return (
      await serverRequest(`${url}/matches`, matchesReply, { method: 'POST', body: { emails }, patienceInMs: 60_000 })
    ).matches
  }, waitAfter)
}

function waitAfter(error: unknown): number | undefined {
  if (error instanceof ServerProblem) return 2
  if (!(error instanceof ServerRefusal)) return undefined
  if (error.status === 429) return limited.safeParse(error.body).data?.retry_after ?? 1
  return error.status >= 502 ? 2 : undefined
}

const remembered = z.record(z.string(), rememberedMapping)
const maxMappings = 50

/** The columns that were chosen by hand for a header, in a file: names of columns, nothing of any person. */
function savedMappings(file: string) {
  const read = (): Record<string, Remembered> => {
    try {
      return remembered.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {}
    } catch {
      return {}
    }
  }
  return {
    read,
    /** null forgets it. */
    save(headerKey: string, mapping: Remembered | null): void {
      const others = Object.entries(read()).filter(([key]) => key !== headerKey)
      const saved = mapping ? [...others.slice(1 - maxMappings), [headerKey, mapping]] : others
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(saved)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}
