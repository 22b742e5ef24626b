import type { FastifyRequest } from 'fastify'
import { readCrmId } from '@alumni/shared/exchange/crm-id'
import { withoutDefusing } from '@alumni/shared/csv'
import type { Context } from '../../foundations/context.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/**
 * Reads the CSV file of an upload while it comes; `app.ts` hands in the reader of the imports, which know the CRM's
 * changes.
 */
export type ReceiveCsv = <Result>(
  request: FastifyRequest,
  context: Context,
  read: (file: IncomingCsv) => Promise<Result>,
) => Promise<Result>
type IncomingCsv = {
  name: string
  header: string[]
  records: AsyncIterable<{ line: number; cells: string[]; problem?: string }[]>
}

/**
 * A line of a file that the loader wrote, about the contact `id` (15 characters); `error` is null in a file of
 * successes.
 */
type LoaderLine = { line: number; id: string; error: string | null }
export type LoaderResults = {
  file_name: string
  kind: 'errors' | 'successes'
  lines: LoaderLine[]
  unreadable: { line: number; crm_id: string; problem: string }[]
}

const maxLines = 200_000
const longestError = 500

/**
 * Reads what the CRM's loader wrote about an export: our columns, and `ERROR` behind them, or `STATUS` for those it has
 * taken. A contact counts once. Throws `HttpError` 422 with a sentence for another file.
 */
export async function readLoaderResults({ name, header, records }: IncomingCsv): Promise<LoaderResults> {
  const columns = header.map((title) => title.trim().toLowerCase())
  const errorColumn = columns.findIndex((title) => title === 'error' || title === 'sf__error')
  const successColumn = columns.findIndex((title) => ['status', 'sf__created', 'success'].includes(title))
  const idColumns = [...columns.keys()].filter((index) => columns[index] === 'id' || columns[index] === 'sf__id')
  if (errorColumn < 0 && successColumn < 0)
    throw refused('The file has no ERROR or STATUS column, so the CRM’s loader did not write it.')
  if (idColumns.length === 0) throw refused('The file has no Id column, which identifies the contacts.')
  const lines = new Map<string, LoaderLine>()
  const unreadable: LoaderResults['unreadable'] = []
  for await (const chunk of records)
    for (const { line, cells, problem } of chunk) {
      if (line > maxLines)
        throw refused(
          `The file has more than ${maxLines.toLocaleString('en-US')} rows, more than any export from this service.`,
        )
      const text = idColumns.map((index) => cells[index]?.trim()).find(Boolean) ?? ''
      const id = problem ? null : readCrmId(withoutDefusing(text))?.id
      if (id) lines.set(id, { line, id, error: errorColumn < 0 ? null : errorIn(cells[errorColumn]) })
      else unreadable.push({ line, crm_id: text.slice(0, 40), problem: problem ?? 'This is not the Id of a contact.' })
    }
  return { file_name: name, kind: errorColumn < 0 ? 'successes' : 'errors', lines: [...lines.values()], unreadable }
}

function errorIn(cell = ''): string {
  const text = withoutDefusing(cell)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (text === '') return 'The loader gave no reason.'
  return text.length > longestError ? `${text.slice(0, longestError - 1)}…` : text
}

function refused(sentence: string): HttpError {
  return new HttpError(422, sentence, { fields: { file: sentence } })
}
