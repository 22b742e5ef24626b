import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { maxBytesInWindow, type TakenFile } from '../../../ipc.ts'
import { callDesktop } from '../desktop.ts'

/** A file of this page, or one that only main has read until now. */
export type HandedFile = File | TakenFile

let handed: { path: string; file: HandedFile } | undefined
const listeners = new Set<() => void>()

/** Puts a file that was opened or dropped elsewhere in front of the page at `path`, which gets it when it is shown. */
export function handFile(path: string, file: HandedFile): void {
  change({ path, file })
}

/** Calls back with what was handed to this page, each file once. */
export function useHandedFile(path: string, onFile: (file: HandedFile) => void): void {
  const file = useSyncExternalStore(subscribe, () => (handed?.path === path ? handed.file : undefined))
  const onFileNow = useEffectEvent(onFile)
  useEffect(() => {
    if (!file) return
    change(undefined)
    onFileNow(file)
  }, [file])
}

/** The file with what is in it. Throws with a sentence where it cannot be read. */
export async function readHanded(file: HandedFile): Promise<File> {
  if (file instanceof File) return file
  if (file.size > maxBytesInWindow) throw new Error('This is larger than the app can send in one piece.')
  const bytes = await callDesktop('uploads.beginning', { id: file.id, bytes: file.size })
  return new File([bytes as Uint8Array<ArrayBuffer>], file.name, { type: 'text/csv' })
}

function change(next: typeof handed): void {
  handed = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
