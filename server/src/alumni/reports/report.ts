import type { ReportName } from '@alumni/shared/alumni/reports'
import type { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions } from '../../staff/index.ts'

type Cell = string | number | boolean | null

/** A report, shown in pages and exported as one CSV file. `Query` must have a `page` member. */
export type Report<Query extends z.ZodObject, Page extends z.ZodObject> = {
  name: ReportName
  count(db: Db): Promise<number>
  query: Query
  page: Page
  list(db: Db, query: z.output<Query>): Promise<z.input<Page>>
  header: readonly string[]
  rows(db: Db, query: z.output<Query>): AsyncGenerator<Cell[][]>
}

export const searchedColumns =
  'buid contact_id first_name preferred_name middle_name last_name former_last_name primary_email'.split(' ')

export function reportUrl(name: ReportName): string {
  return `/settings/reports/${name}`
}

/** Omits empty filters. */
export function buildCsvLink(name: ReportName, { page: _, ...filter }: Record<string, unknown>): { csv: string } {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) if (value) parameters.set(key, String(value))
  return { csv: `${reportUrl(name)}.csv${parameters.size > 0 ? `?${parameters.toString()}` : ''}` }
}

export function addReportRoutes<Query extends z.ZodObject, Page extends z.ZodObject>(
  app: App,
  { name, query: querystring, page, list, header, rows }: Report<Query, Page>,
): void {
  const url = reportUrl(name)
  const report = actions(app, { url, needs: 'admin' })
  // `Report` already checks the type of the page.
  const read = (db: Db, query: unknown) => list(db, query as z.output<Query>) as Promise<never>
  report.page('', { query: querystring, reply: page }, ({ db, query }) => read(db, query))

  const csv = { query: querystring, proof: 'Export the report', handlerTimeout: 10 * 60_000 }
  report.get('.csv', csv, async ({ db, query, reply }) =>
    sendCsv(reply, `${name.replaceAll('_', '-')}.csv`, header, rows(db, query as z.output<Query>)),
  )
}
