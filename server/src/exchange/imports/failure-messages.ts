import type { Db } from '../../foundations/database/db.ts'
import { batchTables } from './import-batch.ts'
import type { BatchRef } from './moves.ts'

export const staleMinutes = 10

type FailureMessages = { workerStopped: string; unexpected: string; stopped: string; stale: string }
type MessagesByStatus = Record<'scanning' | 'running', FailureMessages>

export async function readFailureMessages(db: Db, { type, id }: BatchRef): Promise<MessagesByStatus> {
  const batch = await db.selectFrom(batchTables[type]).select('undoes_id').where('id', '=', id).executeTakeFirst()
  return batch?.undoes_id ? undoMessages : importMessages
}

const importMessages: MessagesByStatus = {
  scanning: {
    workerStopped:
      'The worker stopped three times while reading the same lines of this file: it was ended, restarted or out of memory. Nothing was changed. Upload the file again; if this happens again, contact support.',
    unexpected: 'The file could not be scanned because of an unexpected problem. Nothing was changed.',
    stopped: 'The scan was stopped, and nothing was changed. Upload the file again when this is fixed.',
    stale: `The scan made no progress for ${staleMinutes} minutes and was stopped. Lines already imported stay. Upload the file again to continue.`,
  },
  running: {
    workerStopped:
      'The worker stopped three times at the same lines of this import: it was ended, restarted or out of memory. Lines imported before that stay. Upload the file again to continue.',
    unexpected:
      'The import stopped because of an unexpected problem. Lines already imported stay. Upload the file again to continue.',
    stopped: 'The import was stopped. Lines already imported stay. Upload the file again when this is fixed.',
    stale: `The import made no progress for ${staleMinutes} minutes and was stopped. Lines already imported stay. Upload the file again to continue.`,
  },
}

const undoMessages: MessagesByStatus = {
  scanning: {
    workerStopped:
      'The worker stopped three times while reading what this import did: it was ended, restarted or out of memory. Nothing was changed. Undo the import again to continue.',
    unexpected: 'What this import did could not be read because of an unexpected problem. Nothing was changed.',
    stopped: 'The undo was stopped, and nothing was changed. Undo the import again when this is fixed.',
    stale: `Nothing was read for ${staleMinutes} minutes, so the undo was stopped. Nothing was changed.`,
  },
  running: {
    workerStopped:
      'The worker stopped three times at the same records of this undo: it was ended, restarted or out of memory. Records already restored stay that way; undo the import again to continue.',
    unexpected:
      'The undo stopped because of an unexpected problem. Records already restored stay that way; undo the import again to continue.',
    stopped: 'The undo was stopped. Records already restored stay that way. Undo the import again when this is fixed.',
    stale: `The undo made no progress for ${staleMinutes} minutes and was stopped. Records already restored stay that way; undo the import again to continue.`,
  },
}
