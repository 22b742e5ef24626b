import type { Command, Report } from '../../../converter/session.ts'
import type { Beginning } from './convert-worker.ts'
import { rememberedMappings, rememberMapping } from './remembered-mappings.ts'
import type { Host } from './host.ts'

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
