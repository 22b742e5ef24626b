import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Papa from 'papaparse'
import { utcToday } from '../days.ts'
import { formulaPattern } from '@alumni/shared/csv'

type Cell = string | number | boolean | null

/** Streams rows as CSV. Escapes formulas with `'` unless `forPrograms`. Rejects if the first rows cannot be read. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  chunks: AsyncIterable<readonly (readonly Cell[])[]>,
  { forPrograms = false } = {},
): Promise<FastifyReply> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  async function* content() {
    try {
      // The byte order mark makes spreadsheets read the file as UTF-8.
      yield `${forPrograms ? '' : '\ufeff'}${toCsvLines([header], forPrograms)}`
      for (let result = first; !result.done; result = await iterator.next())
        if (result.value.length > 0) yield toCsvLines(result.value, forPrograms)
    } finally {
      await iterator.return?.()
    }
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(content(), { objectMode: false }))
}

const maxNameLength = 80

/** Returns a file name such as `events-class-of-1990-2026-05-04.csv`, which ends with today's UTC date. */
export function toCsvFileName(subject: string, words: readonly string[]): string {
  const slug = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-|-$/g, '')
  return `${[subject, slug, utcToday()].filter(Boolean).join('-')}.csv`
}

function toCsvLines(rows: readonly (readonly Cell[])[], forPrograms: boolean): string {
  return `${Papa.unparse(rows.slice(), { escapeFormulae: forPrograms ? false : formulaPattern, newline: '\r\n' })}\r\n`
}
