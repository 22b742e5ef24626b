import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import Papa from 'papaparse'
import { utcToday } from '../days.ts'
import { formulaPattern } from '@alumni/shared/csv'

type Cell = string | number | boolean | null

/**
 * Sends a CSV file as its rows come; cells that a spreadsheet would run as a formula are defused with `'`. A file
 * `forPrograms` has its values as they are, and no mark before its header. What fails before the first rows are there
 * is an ordinary error reply.
 */
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
      // The mark makes spreadsheets read it as UTF-8.
      yield `${forPrograms ? '' : '\ufeff'}${lines([header], forPrograms)}`
      for (let next = first; !next.done; next = await iterator.next())
        if (next.value.length > 0) yield lines(next.value, forPrograms)
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

/** The name of a file: what it has, in words, and the day it was made. */
export function csvName(of: string, words: readonly string[]): string {
  const said = words
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replaceAll(/^-|-$/g, '')
  return `${[of, said, utcToday()].filter(Boolean).join('-')}.csv`
}

/** Rows as CSV lines. */
function lines(rows: readonly (readonly Cell[])[], forPrograms: boolean): string {
  return `${Papa.unparse(rows.slice(), { escapeFormulae: forPrograms ? false : formulaPattern, newline: '\r\n' })}\r\n`
}
