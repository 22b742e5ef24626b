import { beginningBytes, type Source } from './source.ts'

/** A file that was dropped or chosen in a browser. */
export function browserSource(file: File): Source {
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
