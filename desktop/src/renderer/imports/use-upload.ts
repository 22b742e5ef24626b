import { importStatusReply, type ImportStatusReply, type ImportType } from '@alumni/shared/imports'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorFrom } from '../http.ts'
import { reasonToRefuse } from '../ui/refuse-file.ts'

export type UploadState =
  | { step: 'idle' }
  | { step: 'refused'; file: File; sentence: string; link?: string; mayRetry: boolean; isSignedOut?: boolean }
  | { step: 'sending'; file: File; sent: number; bytesPerSecond: number | null }
  | { step: 'checking'; file: File }

type Upload = {
  type: ImportType
  maxUploadMb: number
  onAccepted: (batch: ImportStatusReply) => void
  onRefused: () => void
}

/** Sends one file with XMLHttpRequest, because fetch does not tell how far an upload is. */
export function useUpload({ type, maxUploadMb, onAccepted, onRefused }: Upload) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const xhr = useRef<XMLHttpRequest>(null)
  useEffect(() => () => xhr.current?.abort(), [])

  const send = useCallback(
    async (file: File) => {
      const sentence = await reasonToRefuse(file, maxUploadMb).catch(
        () => 'This file cannot be read. It may have been moved or deleted; choose it again.',
      )
      if (sentence) return setState({ step: 'refused', file, sentence, mayRetry: false })
      const sending = new XMLHttpRequest()
      xhr.current = sending
      const startedAt = performance.now()
      setState({ step: 'sending', file, sent: 0, bytesPerSecond: null })
      sending.upload.onprogress = ({ loaded, total }) => {
        const seconds = (performance.now() - startedAt) / 1000
        // `loaded` counts the wrapping of the form too.
        const sent = Math.min(file.size, Math.round((loaded / total) * file.size))
        setState({ step: 'sending', file, sent, bytesPerSecond: seconds > 0.5 ? sent / seconds : null })
      }
      sending.upload.onload = () => setState({ step: 'checking', file })
      sending.onload = () => {
        const body = parse(sending.responseText)
        const accepted = importStatusReply.safeParse(body)
        if (sending.status < 300 && accepted.success) return onAccepted(accepted.data)
        setState(refusal(file, sending.status, body))
        onRefused()
      }
      sending.onerror = () =>
        setState({
          step: 'refused',
          file,
          sentence: 'The upload was interrupted before it was complete. Nothing has been imported.',
          mayRetry: true,
        })
      sending.open('POST', `/settings/imports/${type}`)
      sending.setRequestHeader('accept', 'application/json')
      const form = new FormData()
      form.append('file', file)
      sending.send(form)
    },
    [type, maxUploadMb, onAccepted, onRefused],
  )

  const cancel = useCallback(() => {
    xhr.current?.abort()
    setState({ step: 'idle' })
  }, [])
  return { state, send, cancel }
}

function refusal(file: File, status: number, body: unknown): UploadState {
  if (status === 401)
    return {
      step: 'refused',
      file,
      sentence: 'You have been signed out. Sign in again in a new tab, then come back and send the file.',
      mayRetry: true,
      isSignedOut: true,
    }
  const { error, ...rest } = errorFrom(status, body)
  const link = (rest as { links?: { self?: unknown } }).links?.self
  return {
    step: 'refused',
    file,
    sentence: error,
    mayRetry: status >= 500 || status === 429,
    link: typeof link === 'string' ? link : undefined,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
