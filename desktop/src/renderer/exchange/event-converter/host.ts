import { z } from 'zod'
import type { Remembered } from '../../../converter/read-attendees.ts'
import type { Command, Report, SavedFile } from '../../../converter/session.ts'
import { columns, fileContentPath } from '../../../ipc.ts'
import { callDesktop, isDesktop, takeFile } from '../../ui/desktop.ts'
import type { InputFile } from '../../ui/form/input-file.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { Beginning } from './convert-worker.ts'

/** The worker that has the file: the page stays free, and only addresses go to the server. */
export type Host = {
  send(command: Command): void
  close(): void
  /** In the app: shows where the files that were saved last lie. */
  showSaved(): void
}

export function openHost(file: InputFile, onReport: (report: Report) => void): Host {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
  const output = isDesktop() ? besideSource(file) : downloads
  const closing = new AbortController()
  const report = (news: Report) => closing.signal.aborted || onReport(news)
  let saving = Promise.resolve()
  const save = async (files: SavedFile[]) => {
    try {
      report({ is: 'saved', files: await output.save(files, closing.signal) })
    } catch (error) {
      report({ is: 'not-saved', sentence: (error as Error).message })
    }
  }
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    if (data.is === 'saved') saving = saving.then(() => save(data.files))
    else report(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    report({ is: 'failed', sentence: 'The file could not be read. Reload the page and drop it again.' })
  }
  const { name, size } = file
  const content = file instanceof File ? file : fileContentPath + file.id
  worker.postMessage({ name, size, content, remembered: readMappings() } satisfies Beginning)
  return {
    send: (command: Command) => worker.postMessage(command),
    close() {
      worker.terminate()
      closing.abort()
      void saving.then(output.discard)
    },
    showSaved: output.show,
  }
}

type Output = {
  save(files: SavedFile[], closing: AbortSignal): Promise<SavedFile[]>
  show(): void
  /** Removes what is only partly saved. */
  discard(): void
}

const downloads: Output = {
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

/** In the app main knows where the source lies, and writes what it gets beside it. */
function besideSource(file: InputFile): Output {
  const taken = file instanceof File ? takeFile(file) : Promise.resolve(file)
  taken.catch(() => undefined)
  return {
    async save(files, closing) {
      const { id } = await taken
      for (const { kind, content } of files)
        for (let start = 0; start < content!.size; start += sliceBytes) {
          const bytes = new Uint8Array(await content!.slice(start, start + sliceBytes).arrayBuffer())
          closing.throwIfAborted()
          await callDesktop('converter.write', { id, kind, bytes })
        }
      const names = await callDesktop('converter.finish', { id })
      return files.map(({ kind }, index) => ({ kind, name: names[index]! }))
    },
    show: () =>
      void taken
        .then(({ id }) => callDesktop('converter.showSaved', { id }))
        .catch((error: Error) => notifyError('The folder cannot be opened', error)),
    discard: () => void taken.then(({ id }) => callDesktop('converter.discard', { id })).catch(() => undefined),
  }
}

const mappingsKey = 'event-converter-mappings'
const maxMappings = 50
const mappings = z.record(z.string().regex(/^[0-9a-f]{32}$/), columns)

/** Reads the columns chosen by hand, by header key; none reveals a header or a person. */
function readMappings(): Record<string, Remembered> {
  try {
    return mappings.parse(JSON.parse(localStorage.getItem(mappingsKey) ?? '{}'))
  } catch {
    // One of an earlier version, in which headers can be read.
    localStorage.removeItem(mappingsKey)
    return {}
  }
}

/** For the next file with such a header. */
export function rememberMapping(headerKey: string, mapping: Remembered): void {
  const others = Object.entries(readMappings()).filter(([key]) => key !== headerKey)
  try {
    localStorage.setItem(
      mappingsKey,
      JSON.stringify(Object.fromEntries([...others.slice(1 - maxMappings), [headerKey, mapping]])),
    )
  } catch {
    // A browser that stores nothing asks each time.
  }
}
