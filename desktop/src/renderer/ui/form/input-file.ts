import { errorBody } from '@alumni/shared/errors'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { fileContentPath, type TakenFile } from '../../../ipc.ts'

/** A file of this page, or one that only main has read until now. */
export type InputFile = File | TakenFile

let handed: { path: string; file: InputFile } | undefined
const listeners = new Set<() => void>()

/** Puts a file that was opened or dropped elsewhere in front of the page at `path`, which gets it when it is shown. */
export function handOverFile(path: string, file: InputFile): void {
  change({ path, file })
}

/** Calls back with what was handed to this page, each file once. */
export function useHandedOverFile(path: string, onFile: (file: InputFile) => void): void {
  const file = useSyncExternalStore(subscribe, () => (handed?.path === path ? handed.file : undefined))
  const onFileNow = useEffectEvent(onFile)
  useEffect(() => {
    if (!file) return
    change(undefined)
    onFileNow(file)
  }, [file])
}

/** Bytes of a file from `start` to before `end`. Throws with a sentence where it cannot be read. */
export async function readBytes(file: InputFile, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  if (file instanceof File) return new Uint8Array(await file.slice(start, end).arrayBuffer())
  const response = await fetch(`${fileContentPath}${file.id}?start=${start}&end=${end}`)
  if (!response.ok) throw new Error(errorBody.parse(await response.json()).error)
  return new Uint8Array(await response.arrayBuffer())
}

function change(next: typeof handed): void {
  handed = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
