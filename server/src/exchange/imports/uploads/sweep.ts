import { subDays } from 'date-fns/subDays'
import type { Context } from '../../../foundations/context.ts'
import type { Db } from '../../../foundations/database/db.ts'
import type { StaffUser } from '../../../staff/index.ts'
import { forgetUpload } from './finish.ts'
import { piecesFolder } from './pieces.ts'

const keptDays = 2
const openAtOnce = 10

/** Forgets uploads that nobody has gone on with for two days, and pieces that no upload knows: what killed requests left behind. */
export async function sweepUploads({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> {
  const tooOld = subDays(new Date(), keptDays)
  const abandoned = await db
    .selectFrom('import_uploads')
    .select(['id', 'pieces'])
    .where('updated_at', '<', tooOld.toISOString())
    .execute()
  for (const upload of abandoned) await forgetUpload(db, { files }, upload)
  for await (const key of files.list(tooOld)) {
    const [folder, id] = key.split('/')
    if (folder !== piecesFolder) continue
    const upload = await db.selectFrom('import_uploads').select('pieces').where('id', '=', id!).executeTakeFirst()
    if (!upload?.pieces.includes(key)) await files.remove(key)
  }
}

/** Of the uploads that a person has begun and not finished, the newest are kept: a disk is not filled by beginning more. */
export async function forgetSurplus(db: Db, context: Pick<Context, 'files'>, by: Pick<StaffUser, 'id'>): Promise<void> {
  const surplus = await db
    .selectFrom('import_uploads')
    .select(['id', 'pieces'])
    .where('by_id', '=', by.id)
    .where('batch_id', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .offset(openAtOnce)
    .execute()
  for (const upload of surplus) await forgetUpload(db, context, upload)
}
