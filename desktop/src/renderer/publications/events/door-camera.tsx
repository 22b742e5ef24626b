import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { isDesktop } from '../../ui/desktop.ts'
import { readCodes } from './code-reader.ts'
import { Box } from '@mantine/core'

export function DoorCamera({ onRead }: { onRead: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const controller = new AbortController()
    readCodes(video.current!, (text) => read(text), controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(describeProblem(error))
    })
    return () => controller.abort()
  }, [])
  if (problem)
    return (
      <Alert tone="warn" isAlert>
        {problem} Type the code instead.
      </Alert>
    )
  return (
    <Box
      component="video"
      ref={video}
      w="100%"
      h="34dvh"
      bdrs={8}
      bg="#000"
      style={{ objectFit: 'cover' }}
      muted
      playsInline
      aria-label="What the camera sees"
    />
  )
}

function describeProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return `This page may not use the camera: allow it in the settings of ${isDesktop() ? 'this computer' : 'the browser'}.`
  if (name === 'NotFoundError') return 'This device has no camera.'
  return 'The camera could not be opened. Another program may be using it.'
}
