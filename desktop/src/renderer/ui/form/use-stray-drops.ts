import { useEffect, useEffectEvent, useState } from 'react'
import { notifyError } from '../notify.tsx'

let dropZonePages = 0

export function notifyRefusedDrop(message = 'Drop one file at a time, and no folder.'): void {
  notifyError('Nothing was opened', new Error(message))
}

/**
 * Handles files dropped outside the drop zone, which would otherwise replace the page: passes a single file to `onFile`,
 * or shows an error.
 */
export function useStrayDrops(onFile?: (file: File) => void) {
  const handleDrop = useEffectEvent((dropped: DataTransfer) => {
    const [file, ...others] = dropped.files
    const isFolder = [...dropped.items].some((item) => item.webkitGetAsEntry()?.isDirectory)
    if (!onFile) notifyRefusedDrop('Drop the file on the marked area.')
    else if (!file || others.length > 0 || isFolder) notifyRefusedDrop()
    else onFile(file)
  })
  useEffect(() => {
    const allow = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const isHandled = event.defaultPrevented
      event.preventDefault()
      if (!isHandled && event.dataTransfer?.types.includes('Files')) handleDrop(event.dataTransfer)
    }
    dropZonePages++
    addEventListener('dragover', allow)
    addEventListener('drop', onDrop)
    return () => {
      dropZonePages--
      removeEventListener('dragover', allow)
      removeEventListener('drop', onDrop)
    }
  }, [])
}

/** Receives files dropped on pages without a drop zone. Returns whether files are dragged over the window. */
export function useWindowDrops(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const isAccepted = (event: DragEvent) =>
      onFiles !== null && dropZonePages === 0 && (event.dataTransfer?.types.includes('Files') ?? false)
    const count = (change: 1 | -1) => (event: DragEvent) => {
      depth = Math.max(0, depth + change)
      setOver(depth > 0 && isAccepted(event))
    }
    const allow = (event: DragEvent) => event.preventDefault()
    const onDrop = (event: DragEvent) => {
      const isHandled = event.defaultPrevented
      event.preventDefault()
      depth = 0
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (!isHandled && isAccepted(event) && files.length > 0) onFiles?.(files)
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
