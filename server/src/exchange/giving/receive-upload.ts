import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { coverageForm, previewHours, type CoverageForm, type GivingPreview } from '@alumni/shared/exchange/giving'
import type { Context } from '../../foundations/context.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { ImportRefused } from '../imports/definition.ts'
import { getParts, receiveForm } from '../imports/upload/receive-upload.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { saveEvaluation } from './evaluate.ts'
import { getPreview } from './previews.ts'
import { readGifts, type GiftRow } from './gift-rows.ts'
import { utcToday } from '../../foundations/days.ts'

/**
 * Stores only the CRM IDs and dates from an uploaded file, for one day. Throws `HttpError` 422 with `fields` for an
 * invalid window or file, and 413 for a file that is too large.
 */
export async function receiveGivingFile(
  request: FastifyRequest,
  context: Context,
  user: StaffUser,
): Promise<GivingPreview> {
  const { db } = request
  return receiveForm(request, context, async () => {
    const id = await db.add('giving_imports', {
      uploaded_by_id: user.id,
      uploaded_on: utcToday(),
      expires_at: sql<string>`now() + make_interval(hours => ${previewHours})`,
    })
    try {
      const { window, digest } = await readForm(request, context, id)
      await transact(db, async (db) => {
        await db.update('giving_imports', { id }, { ...window, content_digest: digest })
        await saveEvaluation(db, id, context.config.FISCAL_YEAR_START)
        await audit(db, user, 'giving.uploaded', `giving-imports/${id}`, window)
      })
      return await getPreview(db, id, user)
    } catch (error) {
      await db.remove('giving_imports', { id })
      throw error
    }
  })
}

async function readForm(
  request: FastifyRequest,
  context: Context,
  id: number,
): Promise<{ window: CoverageForm; digest: string }> {
  const fields: Record<string, unknown> = {}
  let digest: string | undefined
  for await (const part of getParts(request)) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      // Refuses an invalid window before reading a large file.
      if ('coverage_start' in fields && 'coverage_end' in fields) readWindow(fields)
    } else if (part.fieldname !== 'file') part.file.resume()
    else if (digest !== undefined) throw new ImportRefused('The upload contains two files. Upload one at a time.')
    else digest = await saveGifts(request.db, context, id, part.file)
  }
  const window = readWindow(fields)
  if (digest === undefined) throw new ImportRefused('The upload contains no file. Choose a CSV file.')
  return { window, digest }
}

function readWindow(form: Record<string, unknown>): CoverageForm {
  const window = coverageForm.safeParse(form)
  if (window.success) return window.data
  const fields: Record<string, string> = {}
  for (const { path, message } of window.error.issues) {
    const field = String(path[0])
    const side = field === 'coverage_start' ? 'first' : 'last'
    fields[field] ??= message.startsWith('The window')
      ? message
      : `Enter the ${side} day that the file covers, such as 2026-06-30.`
  }
  throw new HttpError(422, Object.values(fields)[0]!, { fields })
}

async function saveGifts(db: Db, context: Context, id: number, file: AsyncIterable<Buffer>): Promise<string> {
  const digest = createHash('sha256')
  for await (const rows of readGifts(file, context)) {
    digest.update(rows.map(({ crm_id, gift_date }) => `${crm_id}|${gift_date}\n`).join(''))
    await insertRows(db, id, rows)
  }
  return digest.digest('hex')
}

async function insertRows(db: Db, id: number, rows: readonly GiftRow[]): Promise<void> {
  const column = (name: keyof GiftRow, type: string) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  await sql`
    insert into giving_import_rows (import_id, line, crm_id, gift_date, problem)
    select ${id}, *
    from unnest(
      ${column('line', 'integer')}, ${column('crm_id', 'text')}, ${column('gift_date', 'date')}, ${column('problem', 'text')}
    )
  `.execute(db)
}
