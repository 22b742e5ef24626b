import type { Remembered } from '../../../converter/read-attendees.ts'
import type { Command, Report } from '../../../converter/session.ts'
import { rememberedMapping } from '../../../ipc.ts'
import type { Beginning } from './convert-worker.ts'
import { callDesktop, onDesktop, takeFile } from '../../ui/desktop.ts'
import type { HandedFile } from '../../ui/handed-file.ts'
import { z } from 'zod'

/** Where the file is read: a worker of the browser, or the app's own process. */
export type Host = {
  send(command: Command): void
  /** For the next file with such a header; null forgets it. */
  remember(headerKey: string, mapping: Remembered | null): void
  close(): void
  /** In the app: where the files that were saved last lie. */
  showSaved?(): void
}

/** Lets the app's own process read the file from disk, and write what comes of it beside the file. */
export function openInApp(file: HandedFile, onReport: (report: Report) => void): Host {
  const fail = (error: unknown) => {
    if (!isClosed) onReport({ is: 'failed', sentence: (error as Error).message })
  }
  let isClosed = false
  let id: string | undefined
  const forget = onDesktop('converter', ({ file: about, report }) => about === id && onReport(report))
  const opened = (file instanceof File ? takeFile(file) : Promise.resolve(file)).then(async (taken) => {
    id = taken.id
    await callDesktop('converter.open', { file: id })
    return id
  })
  opened.catch(fail)
  return {
    send: (command) => void opened.then((id) => callDesktop('converter.send', { file: id, command })).catch(fail),
    remember: (headerKey, mapping) => void callDesktop('converter.remember', { headerKey, mapping }).catch(fail),
    close() {
      isClosed = true
      forget()
      void opened.then((id) => callDesktop('converter.close', { file: id })).catch(() => undefined)
    },
    showSaved: () => void opened.then((id) => callDesktop('converter.showSaved', { file: id })).catch(fail),
  }
}

/** Reads a file in a worker of the browser: the page stays free, and only addresses go to the server. */
export function openInBrowser(file: File, onReport: (report: Report) => void): Host {
  const worker = new Worker(new URL('./convert-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Report>) => {
    if (data.is === 'saved') for (const { name, content } of data.files) if (content) download(name, content)
    onReport(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    onReport({ is: 'failed', sentence: 'The file could not be read. Reload the page and drop it again.' })
  }
  worker.postMessage({ file, remembered: rememberedMappings() } satisfies Beginning)
  return {
    send: (command: Command) => worker.postMessage(command),
    remember: rememberMapping,
    close: () => worker.terminate(),
  }
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const name = 'event-converter-mappings'
const maxMappings = 50
const mappings = z.record(z.string(), rememberedMapping)

/** What was chosen by hand, by header: names of columns, nothing of any person. */
function rememberedMappings(): Record<string, Remembered> {
  try {
    return mappings.safeParse(JSON.parse(localStorage.getItem(name) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/** null forgets it. */
function rememberMapping(headerKey: string, mapping: Remembered | null): void {
  const others = Object.entries(rememberedMappings()).filter(([key]) => key !== headerKey)
  save(mapping ? [...others.slice(1 - maxMappings), [headerKey, mapping]] : others)
}

function save(entries: [string, Remembered][]): void {
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // A browser that stores nothing asks each time.
  }
}
