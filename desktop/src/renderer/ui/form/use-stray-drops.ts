import { useEffect, useEffectEvent, useState } from 'react'
import { notifyError } from '../notify.tsx'

let pagesWithPlaces = 0

export function refuseDrop(sentence = 'Drop one file at a time, and no folder.'): void {
  notifyError('Nothing was opened', new Error(sentence))
}

/**
 * For pages with a drop zone: a file that is dropped beside it would otherwise replace the page. A page of one file
 * takes it wherever it is dropped.
 */
export function useStrayDrops(onFile?: (file: File) => void) {
  const take = useEffectEvent((dropped: DataTransfer) => {
    const [file, ...others] = dropped.files
    const isFolder = [...dropped.items].some((item) => item.webkitGetAsEntry()?.isDirectory)
    if (!onFile) refuseDrop('Drop the file on the marked area.')
    else if (!file || others.length > 0 || isFolder) refuseDrop()
    else onFile(file)
  })
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const isTaken = event.defaultPrevented
      event.preventDefault()
      if (!isTaken && event.dataTransfer?.types.includes('Files')) take(event.dataTransfer)
    }
    pagesWithPlaces++
    addEventListener('dragover', allow)
    addEventListener('drop', onDrop)
    return () => {
      pagesWithPlaces--
      removeEventListener('dragover', allow)
      removeEventListener('drop', onDrop)
    }
  }, [])
}

/** Receives files dropped anywhere but on pages with a drop zone. Answers whether files are dragged over the window. */
export function useWindowDrops(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const isOurs = (event: DragEvent) =>
      onFiles !== null && pagesWithPlaces === 0 && (event.dataTransfer?.types.includes('Files') ?? false)
    const count = (change: 1 | -1) => (event: DragEvent) => {
      depth = Math.max(0, depth + change)
      setOver(depth > 0 && isOurs(event))
    }
    const allow = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const isTaken = event.defaultPrevented
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (!isTaken && isOurs(event) && files.length > 0) onFiles?.(files)
    }
    const [enter, leave] = [count(1), count(-1)]
    addEventListener('dragenter', enter)
    addEventListener('dragleave', leave)
    addEventListener('dragover', allow)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragenter', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', allow)
      removeEventListener('drop', onDrop)
    }
  }, [onFiles])
  return isOver
}
