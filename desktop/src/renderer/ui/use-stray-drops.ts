import { useEffect, useState } from 'react'

let pagesWithPlaces = 0

/** For pages with a drop zone: a file that is dropped beside it would otherwise replace the page. */
export function useStrayDrops() {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault()
    pagesWithPlaces++
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
    return () => {
      pagesWithPlaces--
      removeEventListener('dragover', ignore)
      removeEventListener('drop', ignore)
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
