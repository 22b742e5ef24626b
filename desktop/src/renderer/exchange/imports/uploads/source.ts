import type { ImportType } from '@alumni/shared/exchange/imports'
import { callDesktop, isDesktop, takeFile } from '../../../ui/desktop.ts'
import { readBytes, type HandedFile } from '../../../ui/form/handed-file.ts'
import type { Sending, UploadEvent } from './tus-upload.ts'

/** A file that can be sent. */
export type Source = {
  name: string
  size: number
  file: HandedFile
  /** Up to 64 KB. */
  beginning(): Promise<Uint8Array>
  send(type: ImportType, report: (event: UploadEvent) => void): Sending
}

const beginningBytes = 64 * 1024

/** A file that was dropped, chosen or opened. */
export function sourceOf(file: HandedFile): Source {
  const { name, size } = file
  const remembered = isDesktop() ? rememberedByApp(file) : undefined
  return {
    name,
    size,
    file,
    beginning: () => readBytes(file, 0, beginningBytes),
    send(type, report) {
      remembered?.begin(type)
      // The library is loaded with the first upload.
      const sending = import('./tus-upload.ts').then(({ sendByTus }) => sendByTus(file, type, report))
      return {
        pause: () => void sending.then((sending) => sending.pause()),
        resume: () => void sending.then((sending) => sending.resume()),
        cancel() {
          remembered?.end()
          void sending.then((sending) => sending.cancel())
        },
        done() {
          remembered?.end()
          void sending.then((sending) => sending.done())
        },
      }
    },
  }
}

/** The app opens a file again whose upload a restart has interrupted. */
function rememberedByApp(file: HandedFile) {
  const taken = file instanceof File ? takeFile(file) : Promise.resolve(file)
  // One that cannot be taken cannot be read either, which its upload says.
  const ask = (about: (id: string) => Promise<unknown>) => void taken.then(({ id }) => about(id)).catch(() => undefined)
  ask(async () => undefined)
  return {
    begin: (type: ImportType) => ask((id) => callDesktop('uploads.begin', { id, type })),
    end: () => ask((id) => callDesktop('uploads.end', { id })),
  }
}
