import { join } from 'node:path'
import { app, shell } from 'electron'
import type { Handlers } from '../../ipc.ts'
import { Refusal } from '../refusal.ts'
import { pathOfTaken } from '../taken-files.ts'
import { answerQuestion } from './answer-question.ts'
import { convertInThread, type Conversion } from './convert-in-thread.ts'
import { keptMappings } from './kept-mappings.ts'

let running: Conversion | undefined
let saved: string[] = []

/** One file at a time: another one ends the one before. */
export const converterHandlers = {
  async 'converter.open'({ file }, tell) {
    await close()
    const opened: Conversion = convertInThread({
      script: join(__dirname, 'converter/worker.cjs'),
      path: pathOfTaken(file),
      remembered: mappings().read(),
      answer: answerQuestion,
      onReport: (report) => opened === running && tell('converter', { report }),
      onSaved: (paths) => (saved = paths),
    })
    running = opened
    return null
  },
  async 'converter.send'({ command }) {
    if (!running) throw new Refusal('This file is not open any more. Drop it again.')
    running.send(command)
    return null
  },
  async 'converter.close'() {
    await close()
    return null
  },
  async 'converter.remember'({ headerKey, mapping }) {
    mappings().keep(headerKey, mapping)
    return null
  },
  async 'converter.showSaved'() {
    const [path] = saved
    if (path) shell.showItemInFolder(path)
    return null
  },
} satisfies Partial<Handlers>

async function close(): Promise<void> {
  const ending = running
  running = undefined
  saved = []
  await ending?.close()
}

function mappings() {
  return keptMappings(join(app.getPath('userData'), 'event-converter.json'))
}
