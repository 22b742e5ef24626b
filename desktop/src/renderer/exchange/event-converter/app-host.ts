import type { Report } from '../../../converter/session.ts'
import { callDesktop, onDesktop, takeFile } from '../../ui/desktop.ts'
import type { HandedFile } from '../../ui/handed-file.ts'
import type { Host } from './host.ts'

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
