import { join } from 'node:path'
import { app, shell } from 'electron'
import type { Handlers, Page } from '../../ipc.ts'
import { ofPage } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { pathOfTaken } from '../taken-files.ts'
import { answerQuestion } from './answer-question.ts'
import { convertInThread, type Conversion } from './convert-in-thread.ts'
import { keptMappings } from './kept-mappings.ts'

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
    mappings().keep(headerKey, mapping)
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
  return keptMappings(join(app.getPath('userData'), 'event-converter.json'))
}
