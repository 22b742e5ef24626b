import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { errorFrom } from '../../http.ts'
import { otherPage } from '../../ui/desktop.ts'
import { reasonToRefuse } from './refuse-file.ts'

export type UploadState =
  | { step: 'idle' }
  | { step: 'refused'; file: File; sentence: string; link?: string; mayRetry: boolean; isSignedOut?: boolean }
  | { step: 'sending'; file: File; sent: number; bytesPerSecond: number | null }
  | { step: 'checking'; file: File }

export type Upload<Reply extends z.ZodType> = {
  url: string
  /** The schema of the reply when the file is accepted. */
  reply: Reply
  /** Sent before the file. */
  fields?: Readonly<Record<string, string>>
  maxUploadMb: number
  onAccepted: (reply: z.output<Reply>) => void
  onRefused?: () => void
}

/** Sends one file; whoever leaves the page stops it. */
export function useUpload<Reply extends z.ZodType>({
  url,
  reply,
  fields,
  maxUploadMb,
  onAccepted,
  onRefused,
}: Upload<Reply>) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = useCallback(
    (file: File) => {
      running.current?.abort()
      running.current = new AbortController()
      const upload = { url, reply, fields, maxUploadMb, onAccepted, onRefused }
      return sendForm(file, upload, setState, running.current.signal)
    },
    [url, reply, fields, maxUploadMb, onAccepted, onRefused],
  )

  const cancel = useCallback(() => {
    running.current?.abort()
    setState({ step: 'idle' })
  }, [])
  return { state, send, cancel }
}

/** Uses XMLHttpRequest, because fetch reports no progress. Once `signal` has fired nothing is sent or reported. */
export async function sendForm<Reply extends z.ZodType>(
  file: File,
  { url, reply, fields, maxUploadMb, onAccepted, onRefused }: Upload<Reply>,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<void> {
  const sentence = await reasonToRefuse(file, maxUploadMb).catch(
    () => 'This file cannot be read. It may have been moved or deleted; choose it again.',
  )
  if (signal.aborted) return
  if (sentence) return report({ step: 'refused', file, sentence, mayRetry: false })
  const sending = new XMLHttpRequest()
  signal.addEventListener('abort', () => sending.abort())
  const startedAt = performance.now()
  report({ step: 'sending', file, sent: 0, bytesPerSecond: null })
  sending.upload.onprogress = ({ loaded, total }) => {
    const seconds = (performance.now() - startedAt) / 1000
    // `loaded` counts the wrapping of the form too.
    const sent = Math.min(file.size, Math.round((loaded / total) * file.size))
    report({ step: 'sending', file, sent, bytesPerSecond: seconds > 0.5 ? sent / seconds : null })
  }
  sending.upload.onload = () => report({ step: 'checking', file })
  sending.onload = () => {
    const body = parse(sending.responseText)
    const accepted = reply.safeParse(body)
    if (sending.status < 300 && accepted.success) return onAccepted(accepted.data)
    report(refusal(file, sending.status, body))
    onRefused?.()
  }
  sending.onerror = () =>
    report({
      step: 'refused',
      file,
      sentence: 'The upload was interrupted before it was complete. Nothing has been imported.',
      mayRetry: true,
    })
  sending.open('POST', url)
  sending.setRequestHeader('accept', 'application/json')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value)
  form.append('file', file)
  sending.send(form)
}

function refusal(file: File, status: number, body: unknown): UploadState {
  if (status === 401)
    return {
      step: 'refused',
      file,
      sentence: `You have been signed out. Sign in again in a new ${otherPage()}, then come back and send the file.`,
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
