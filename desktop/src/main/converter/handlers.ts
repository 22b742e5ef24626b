import { basename } from 'node:path'
import { outputName } from '../../converter/output-lines.ts'
import type { Handlers, Page } from '../../ipc.ts'
import { ofPage } from '../pages.ts'
import { partialFiles } from '../partial-files.ts'
import { takenBy } from '../taken-files.ts'
import { showInFolder } from '../window/open-outside.ts'
import { Outputs } from './outputs.ts'

type Saving = { outputs: Outputs | undefined; saved: string[] }

/** The results that a page saves beside a file that it has taken, by the id of that file. */
const savingsOf = ofPage((page) => {
  const savings = new Map<string, Saving>()
  page.ended.addEventListener('abort', () => {
    for (const { outputs } of savings.values()) void outputs?.discard()
  })
  return savings
})

export const converterHandlers = {
  async 'converter.write'({ id, kind, bytes }, page) {
    const { path } = takenBy(page, id)
    const saving = savingOf(page, id)
    saving.outputs ??= new Outputs(path, partialFiles)
    try {
      const { outputs } = saving
      await outputs.write(outputName(basename(path), kind), bytes)
      if (page.ended.aborted) await outputs.discard()
    } catch (error) {
      saving.outputs = undefined
      throw error
    }
    return null
  },

  async 'converter.finish'({ id }, page) {
    const saving = savingOf(page, id)
    const { outputs } = saving
    saving.outputs = undefined
    saving.saved = (await outputs?.finish()) ?? []
    return saving.saved.map((path) => basename(path))
  },

  async 'converter.discard'({ id }, page) {
    const saving = savingOf(page, id)
    await saving.outputs?.discard()
    saving.outputs = undefined
    return null
  },

  async 'converter.showSaved'({ id }, page) {
    const [path] = savingOf(page, id).saved
    if (path) showInFolder(path)
    return null
  },
} satisfies Partial<Handlers>

function savingOf(page: Page, id: string): Saving {
  takenBy(page, id)
  const savings = savingsOf(page)
  const saving = savings.get(id) ?? { outputs: undefined, saved: [] }
  savings.set(id, saving)
  return saving
}
