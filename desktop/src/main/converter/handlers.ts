import { basename } from 'node:path'
import { buildOutputName } from '../../converter/output-lines.ts'
import type { Handlers, Page } from '../../ipc.ts'
import { createPageState } from '../pages.ts'
import { partialFiles } from '../partial-files.ts'
import { getTakenFile } from '../taken-files.ts'
import { showInFolder } from '../window/open-external-url.ts'
import { Outputs } from './outputs.ts'

const outputsOfPage = createPageState((page) => {
  const all = new Map<string, Outputs>()
  page.ended.addEventListener('abort', () => {
    for (const outputs of all.values()) void outputs.discard()
  })
  return all
})

export const converterHandlers = {
  async 'converter.write'({ id, kind, bytes }, page) {
    const outputs = outputsOf(page, id)
    await outputs.write(buildOutputName(basename(getTakenFile(page, id).path), kind), bytes)
    if (page.ended.aborted) await outputs.discard()
    return null
  },

  async 'converter.finish'({ id }, page) {
    const paths = await outputsOf(page, id).finish()
    return paths.map((path) => basename(path))
  },

  async 'converter.discard'({ id }, page) {
    await outputsOf(page, id).discard()
    return null
  },

  async 'converter.showSaved'({ id }, page) {
    const [path] = outputsOf(page, id).lastSavedPaths
    if (path) showInFolder(path)
    return null
  },
} satisfies Partial<Handlers>

function outputsOf(page: Page, id: string): Outputs {
  const { path } = getTakenFile(page, id)
  const all = outputsOfPage(page)
  const outputs = all.get(id) ?? new Outputs(path, partialFiles)
  all.set(id, outputs)
  return outputs
}
