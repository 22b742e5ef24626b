import type { Remembered } from '../../../converter/read-attendees.ts'
import type { Command } from '../../../converter/session.ts'

/** Where the file is read: a worker of the browser, or the app's own process. */
export type Host = {
  send(command: Command): void
  /** For the next file with such a header; null forgets it. */
  remember(headerKey: string, mapping: Remembered | null): void
  close(): void
  /** In the app: where the files that were saved last lie. */
  showSaved?(): void
}
