import { matchesReply, recordReply } from '@alumni/shared/exchange/event-converter'
import { Unanswered, unansweredBy } from '../../converter/source.ts'
import type { Remembered } from '../../converter/read-attendees.ts'
import { shell } from 'electron'
import { type Handlers, type Page, rememberedMappings } from '../../ipc.ts'
import { convertInThread, type Conversion } from './convert-in-thread.ts'
import type { Question } from './messages.ts'
import { ofPage } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { ServerProblem } from '../server/ask-server.ts'
import { readSaved, savedFile, saveFile } from '../saved-file.ts'
import { serverRequest, ServerRefusal } from '../server/server-request.ts'
import { pathOfTaken } from '../taken-files.ts'
import { rm } from 'node:fs/promises'
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
    try {
      mappings().save(headerKey, mapping)
    } catch {
      throw new Refusal('The disk is full, or the app may not write to its folder. You will be asked again.')
    }
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
  return savedMappings('event-converter.json')
}

const limited = z.object({ retry_after: z.number() })

/** Asks the server for the thread, as the signed-in person. Both questions may be repeated without harm. */
async function answerQuestion(question: Question) {
  try {
    if (question.about === 'engagements') return await ask('lists', recordReply, question.batch)
    return (await ask('matches', matchesReply, { emails: question.emails })).matches
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw whyUnanswered(error) ?? error
  }
}

function ask<Schema extends z.ZodType>(path: string, schema: Schema, body: unknown): Promise<z.output<Schema>> {
  return serverRequest(`/tools/event_converter/${path}`, schema, { method: 'POST', body, patienceInMs: 60_000 })
}

function whyUnanswered(error: Refusal): Unanswered | undefined {
  if (error instanceof ServerProblem) return new Unanswered(error.message)
  if (!(error instanceof ServerRefusal)) return undefined
  return unansweredBy(error.status, error.message, limited.safeParse(error.body).data?.retry_after)
}

const maxMappings = 50

/** The columns that were chosen by hand for a header, in a file; no header and no person can be read in it. */
function savedMappings(file: string) {
  const read = (): Record<string, Remembered> => {
    const { data } = rememberedMappings.safeParse(readSaved(file))
    // One of an earlier version, in which headers can be read, goes.
    if (!data) void rm(savedFile(file), { force: true }).catch(() => undefined)
    return data ?? {}
  }
  return {
    read,
    save(headerKey: string, mapping: Remembered): void {
      const others = Object.entries(read()).filter(([key]) => key !== headerKey)
      saveFile(file, JSON.stringify(Object.fromEntries([...others.slice(1 - maxMappings), [headerKey, mapping]])))
    },
  }
}
