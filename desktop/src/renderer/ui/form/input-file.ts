import { errorBody } from '@alumni/shared/errors'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { fileContentPath, type TakenFile } from '../../../ipc.ts'

/** A browser file, or a file that the main process of the desktop app reads. */
export type InputFile = File | TakenFile

let pending: { path: string; file: InputFile } | undefined
const listeners = new Set<() => void>()

/** Offers a file to the page at `path`, which receives the file from `usePassedFile`. Replaces an earlier file. */
export function passFileToPage(path: string, file: InputFile): void {
  setPending({ path, file })
}

/** Calls `onFile` once with each file that `passFileToPage` passes to `path`, even if passed before the page opened. */
export function usePassedFile(path: string, onFile: (file: InputFile) => void): void {
  const file = useSyncExternalStore(subscribe, () => (pending?.path === path ? pending.file : undefined))
  const onFileNow = useEffectEvent(onFile)
  useEffect(() => {
    if (!file) return
    setPending(undefined)
    onFileNow(file)
  }, [file])
}

/** Reads bytes from `start` up to, but excluding, `end`. Throws an error with a message for the user. */
export async function readBytes(file: InputFile, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  if (file instanceof File) return new Uint8Array(await file.slice(start, end).arrayBuffer())
  const response = await fetch(`${fileContentPath}${file.id}?start=${start}&end=${end}`)
  if (!response.ok) throw new Error(errorBody.parse(await response.json()).error)
  return new Uint8Array(await response.arrayBuffer())
}

function setPending(next: typeof pending): void {
  pending = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
