import { z } from 'zod'
import type { ColumnChoice } from '../../../converter/read-attendees.ts'
import type { Command, Report, SavedFile } from '../../../converter/session.ts'
import { columns, fileContentPath } from '../../../ipc.ts'
import { callDesktop, isDesktop, takeFile } from '../../ui/desktop.ts'
import type { InputFile } from '../../ui/form/input-file.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { StartMessage } from './convert-worker.ts'

/** Runs the conversion in a worker, so that the page stays responsive. */
export type ConverterHost = {
  send(command: Command): void
  close(): void
  /** Shows the last saved files in their folder; desktop app only. */
  showSaved(): void
}

export function openHost(file: InputFile, onReport: (report: Report) => void): ConverterHost {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
  const output = isDesktop() ? saveBesideSource(file) : saveAsDownloads
  const abortController = new AbortController()
  const report = (message: Report) => abortController.signal.aborted || onReport(message)
  let saving = Promise.resolve()
  const save = async (files: SavedFile[]) => {
    try {
      report({ is: 'saved', files: await output.save(files, abortController.signal) })
    } catch (error) {
      report({ is: 'not-saved', message: (error as Error).message })
    }
  }
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    if (data.is === 'saved') saving = saving.then(() => save(data.files))
    else report(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    report({ is: 'failed', message: 'The file could not be read. Reload the page and drop it again.' })
  }
  const { name, size } = file
  const content = file instanceof File ? file : fileContentPath + file.id
  worker.postMessage({ name, size, content, mappings: readMappings() } satisfies StartMessage)
  return {
    send: (command: Command) => worker.postMessage(command),
    close() {
      worker.terminate()
      abortController.abort()
      void saving.then(output.discard)
    },
    showSaved: output.show,
  }
}

type Output = {
  save(files: SavedFile[], signal: AbortSignal): Promise<SavedFile[]>
  show(): void
  discard(): void
}

const saveAsDownloads: Output = {
  async save(files) {
    for (const { name, content } of files) {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(content!)
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    }
    return files
  },
  show: () => undefined,
  discard: () => undefined,
}

const sliceBytes = 4 * 1024 * 1024

function saveBesideSource(file: InputFile): Output {
  const handedFile = file instanceof File ? takeFile(file) : Promise.resolve(file)
  handedFile.catch(() => undefined)
  return {
    async save(files, signal) {
      const { id } = await handedFile
      for (const { kind, content } of files)
        for (let start = 0; start < content!.size; start += sliceBytes) {
          const bytes = new Uint8Array(await content!.slice(start, start + sliceBytes).arrayBuffer())
          signal.throwIfAborted()
          await callDesktop('converter.write', { id, kind, bytes })
        }
      const names = await callDesktop('converter.finish', { id })
      return files.map(({ kind }, index) => ({ kind, name: names[index]! }))
    },
    show: () =>
      void handedFile
        .then(({ id }) => callDesktop('converter.showSaved', { id }))
        .catch((error: Error) => notifyError('The folder cannot be opened', error)),
    discard: () => void handedFile.then(({ id }) => callDesktop('converter.discard', { id })).catch(() => undefined),
  }
}

const mappingsKey = 'event-converter-mappings'
const maxMappings = 50
const mappings = z.record(z.string().regex(/^[0-9a-f]{32}$/), columns)

/** Reads the columns chosen for each file header. The keys are digests that reveal neither headers nor people. */
function readMappings(): Record<string, ColumnChoice> {
  try {
    return mappings.parse(JSON.parse(localStorage.getItem(mappingsKey) ?? '{}'))
  } catch {
    // Removes keys from an earlier version, which revealed headers.
    localStorage.removeItem(mappingsKey)
    return {}
  }
}

export function rememberMapping(headerKey: string, mapping: ColumnChoice): void {
  const others = Object.entries(readMappings()).filter(([key]) => key !== headerKey)
  try {
    localStorage.setItem(
      mappingsKey,
      JSON.stringify(Object.fromEntries([...others.slice(1 - maxMappings), [headerKey, mapping]])),
    )
  } catch {
    // Without storage, the user chooses the columns each time.
  }
}
