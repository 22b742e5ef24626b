import type { Report } from '../../converter/session.ts'
import { callDesktop, onDesktop, takeFile } from '../ui/desktop.ts'
import type { Host } from './host.ts'

/** Lets the app's own process read the file from disk, and write what comes of it beside the file. */
export function openInApp(file: File, onReport: (report: Report) => void): Host {
  const fail = (error: unknown) => {
    if (!isClosed) onReport({ is: 'failed', sentence: (error as Error).message })
  }
  let isClosed = false
  const forget = onDesktop('converter', ({ report }) => onReport(report))
  const opened = takeFile(file).then(({ id }) => callDesktop('converter.open', { file: id }))
  opened.catch(fail)
  return {
    send: (command) => void opened.then(() => callDesktop('converter.send', { command })).catch(fail),
    remember: (headerKey, mapping) => void callDesktop('converter.remember', { headerKey, mapping }).catch(fail),
    close() {
      isClosed = true
      forget()
      void callDesktop('converter.close', null).catch(() => undefined)
    },
  }
}
