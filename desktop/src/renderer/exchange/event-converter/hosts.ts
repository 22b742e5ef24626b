import type { Remembered } from '../../../converter/read-attendees.ts'
import type { Command, Report } from '../../../converter/session.ts'
import { rememberedMappings } from '../../../ipc.ts'
import type { Beginning } from './convert-worker.ts'
import { callDesktop, onDesktop, takeFile } from '../../ui/desktop.ts'
import type { HandedFile } from '../../ui/form/handed-file.ts'
import { notifyError } from '../../ui/notify.tsx'

/** The reader of the file: a worker of the browser, or the app's own process. */
export type Host = {
  send(command: Command): void
  /** For the next file with such a header. */
  remember(headerKey: string, mapping: Remembered): void
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
    // The file stays open, whatever becomes of this.
    remember: (headerKey, mapping) =>
      void callDesktop('converter.remember', { headerKey, mapping }).catch((error: Error) =>
        notifyError('Your choice of columns was not saved', error),
      ),
    close() {
      isClosed = true
      forget()
      void opened.then((id) => callDesktop('converter.close', { file: id })).catch(() => undefined)
    },
    showSaved: () =>
      void opened
        .then((id) => callDesktop('converter.showSaved', { file: id }))
        .catch((error: Error) => notifyError('The folder cannot be opened', error)),
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
  worker.postMessage({ file, remembered: readMappings() } satisfies Beginning)
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

/** Reads the columns chosen by hand, by header key; none reveals a header or a person. */
function readMappings(): Record<string, Remembered> {
  try {
    return rememberedMappings.parse(JSON.parse(localStorage.getItem(name) ?? '{}'))
  } catch {
    // One of an earlier version, in which headers can be read.
    localStorage.removeItem(name)
    return {}
  }
}

function rememberMapping(headerKey: string, mapping: Remembered): void {
  const others = Object.entries(readMappings()).filter(([key]) => key !== headerKey)
  try {
    localStorage.setItem(
      name,
      JSON.stringify(Object.fromEntries([...others.slice(1 - maxMappings), [headerKey, mapping]])),
    )
  } catch {
    // A browser that stores nothing asks each time.
  }
}
