import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { HttpError } from '../../http.ts'
import { newPageName } from '../../ui/desktop.ts'
import type { InputFile } from '../../ui/form/input-file.ts'
import { findFileProblem } from './file-problems.ts'
import { uploadFile } from './upload-file.ts'

export type UploadState =
  | { step: 'idle' }
  | { step: 'refused'; file: InputFile; message: string; link?: string; canRetry: boolean; isSignedOut?: boolean }
  | { step: 'sending'; file: InputFile; sent: number; bytesPerSecond: number | null }
  | { step: 'checking'; file: InputFile }

export type Upload<Reply extends z.ZodType> = {
  url: string
  reply: Reply
  fields?: Readonly<Record<string, string>>
  maxUploadMb: number
  onAccepted: (reply: z.output<Reply>) => void
}

/** Returns the state of an upload and functions to send a file and to cancel. Unmounting cancels the upload. */
export function useUpload<Reply extends z.ZodType>(upload: Upload<Reply>) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  function send(file: InputFile) {
    controller.current?.abort()
    controller.current = new AbortController()
    return sendForm(file, upload, setState, controller.current.signal)
  }
  function cancel() {
    controller.current?.abort()
    setState({ step: 'idle' })
  }
  return { state, send, cancel }
}

/** Checks and uploads a file, and reports each state. Neither sends nor reports anything after `signal` is aborted. */
export async function sendForm<Reply extends z.ZodType>(
  file: InputFile,
  { url, reply, fields, maxUploadMb, onAccepted }: Upload<Reply>,
  report: (state: UploadState) => void,
  signal: AbortSignal,
): Promise<void> {
  const message = await findFileProblem(file, maxUploadMb).catch(
    () => 'This file cannot be read. It may have been moved or deleted; choose it again.',
  )
  if (signal.aborted) return
  if (message) return report({ step: 'refused', file, message, canRetry: false })
  const startedAt = performance.now()
  const onProgress = (sent: number) => {
    if (signal.aborted) return
    const seconds = (performance.now() - startedAt) / 1000
    if (sent >= file.size) report({ step: 'checking', file })
    else report({ step: 'sending', file, sent, bytesPerSecond: seconds > 0.5 ? sent / seconds : null })
  }
  onProgress(0)
  try {
    const accepted = await uploadFile(url, file, reply, { fields, signal, onProgress })
    if (!signal.aborted) onAccepted(accepted)
  } catch (error) {
    if (!signal.aborted) report({ step: 'refused', file, ...describeRefusal(error as Error) })
  }
}

function describeRefusal(error: Error) {
  if (!(error instanceof HttpError))
    return {
      message: `${error.message} Nothing has been imported. If you send the file again, it starts over.`,
      canRetry: true,
    }
  const { status, message, body } = error
  if (status === 401)
    return {
      message: `You have been signed out. Sign in again in a new ${newPageName()}, then come back and send the file.`,
      canRetry: true,
      isSignedOut: true,
    }
  const link = body.links?.self
  return { message, canRetry: status >= 500 || status === 409 || status === 429, ...(link && { link }) }
}
