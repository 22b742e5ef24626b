import type { ImportType } from '@alumni/shared/exchange/imports'
import type { TakenFile } from '../../../../ipc.ts'
import { isDesktop, callDesktop, onDesktop, takeFile } from '../../../ui/desktop.ts'
import type { HandedFile } from '../../../ui/form/handed-file.ts'
import type { Sending, Told } from './tus-upload.ts'

/** A file that can be sent: of a browser, or of the computer that the desktop app runs on. */
export type Source = {
  name: string
  size: number
  file: HandedFile
  /** Up to 64 KB. */
  beginning(): Promise<Uint8Array>
  send(type: ImportType, tell: (told: Told) => void): Sending
}

const beginningBytes = 64 * 1024

/** A file that was dropped or chosen, as it is sent from here. */
export function sourceOf(file: File): Source {
  return isDesktop() ? droppedSource(file) : browserSource(file)
}

/** A file that was dropped or chosen in a browser. */
function browserSource(file: File): Source {
  return {
    name: file.name,
    size: file.size,
    file,
    beginning: async () => new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer()),
    send(type, tell) {
      // The library is loaded with the first upload.
      const sending = import('./tus-upload.ts').then(({ sendByTus }) => sendByTus(file, type, tell))
      return {
        pause: () => void sending.then((sending) => sending.pause()),
        resume: () => void sending.then((sending) => sending.resume()),
        cancel: () => void sending.then((sending) => sending.cancel()),
        done: () => void sending.then((sending) => sending.done()),
      }
    },
  }
}

/** A file on this computer: main reads it from disk and sends it. */
export function desktopSource(file: TakenFile): Source {
  const { id, name, size } = file
  return { name, size, file, beginning: () => callDesktop('uploads.beginning', { id }), send: senderOf(async () => id) }
}

/** A file that was dropped on the window or chosen in it. */
function droppedSource(file: File): Source {
  // Taken at once: a file that is moved meanwhile is then said to be gone when it is sent.
  const taken = takeFile(file)
  taken.catch(() => undefined)
  return {
    name: file.name,
    size: file.size,
    file,
    beginning: async () => new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer()),
    send: senderOf(async () => (await taken).id),
  }
}

function senderOf(idOf: () => Promise<string>): Source['send'] {
  return (type, tell) => {
    let stopHearing = () => undefined as void
    const begin = async () => {
      try {
        const id = await idOf()
        stopHearing()
        stopHearing = onDesktop('upload', (event) => event.id === id && tell(event.told))
        await callDesktop('uploads.send', { id, type })
      } catch (error) {
        tell({ is: 'refused', status: 0, sentence: (error as Error).message })
      }
    }
    const end = async (isCancelled: boolean) => {
      stopHearing()
      await callDesktop('uploads.forget', { id: await idOf(), isCancelled })
    }
    void begin()
    return {
      pause: () => void idOf().then((id) => callDesktop('uploads.pause', { id })),
      resume: () => void begin(),
      cancel: () => void end(true),
      done: () => void end(false),
    }
  }
}
