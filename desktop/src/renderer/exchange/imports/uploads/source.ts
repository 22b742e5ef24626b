import type { ImportType } from '@alumni/shared/exchange/imports'
import type { HandedFile } from '../../../ui/handed-file.ts'

/** What a sender tells: how far it is, that it waits for a connection, that everything has come, or why it cannot go on. */
export type Told =
  | { is: 'sending' | 'lost'; sent: number }
  /** The address of the upload on the server, which makes the batch from there. */
  | { is: 'sent'; url: string }
  | { is: 'refused'; status: number; sentence: string; link?: string | undefined }

export type Sending = {
  pause(): void
  resume(): void
  /** Forgets what has been sent, here and on the server. */
  cancel(): void
  /** The batch is there: a later upload of this file is a new one. */
  done(): void
}

/** A file that can be sent: of a browser, or of the computer that the desktop app runs on. */
export type Source = {
  name: string
  size: number
  file: HandedFile
  /** Up to 64 KB. */
  beginning(): Promise<Uint8Array>
  send(type: ImportType, tell: (told: Told) => void): Sending
}

export const beginningBytes = 64 * 1024
