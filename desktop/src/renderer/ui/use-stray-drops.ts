import { useEffect } from 'react'

/** A file dropped beside the place for it would otherwise replace the page. */
export function useStrayDrops() {
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault()
    addEventListener('dragover', ignore)
    addEventListener('drop', ignore)
    return () => {
      removeEventListener('dragover', ignore)
      removeEventListener('drop', ignore)
    }
  }, [])
}
