import type { ReportName } from '@alumni/shared/alumni/reports'
import type { z } from 'zod'
import type { App } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { sendCsv } from '../../foundations/http/csv.ts'
import { actions, staffPage } from '../../staff/index.ts'

type Cell = string | number | boolean | null

/** A list of what needs a look, and the same as a file. `Query` has the member `page`; the file has all pages. */
export type Report<Query extends z.ZodObject, Page extends z.ZodObject> = {
  name: ReportName
  /** Counts all of its rows. */
  count(db: Db): Promise<number>
  query: Query
  page: Page
  list(db: Db, query: z.output<Query>): Promise<z.input<Page>>
  header: readonly string[]
  /** The rows of the file, some at a time. */
  rows(db: Db, query: z.output<Query>): AsyncGenerator<Cell[][]>
}

export function reportUrl(name: ReportName): string {
  return `/settings/reports/${name}`
}

/** The link to the file of a filtered list. */
export function csvLink(name: ReportName, { page: _, ...filter }: Record<string, unknown>): { csv: string } {
  const said = new URLSearchParams()
  for (const [key, value] of Object.entries(filter)) if (value) said.set(key, String(value))
  return { csv: `${reportUrl(name)}.csv${said.size > 0 ? `?${said.toString()}` : ''}` }
}

export function reportRoutesOf<Query extends z.ZodObject, Page extends z.ZodObject>(
  app: App,
  { name, query: querystring, page, list, header, rows }: Report<Query, Page>,
): void {
  const url = reportUrl(name)
  staffPage(
    app,
    { url, needs: 'admin', schema: { querystring, response: { 200: page } } },
    ({ db, query }) =>
      // That the page is what its schema says is checked where the report is defined.
      list(db, query as z.output<Query>) as Promise<never>,
  )

  const csv = { query: querystring, proof: 'Export the report', handlerTimeout: 10 * 60_000 }
  actions(app, { url: `${url}.csv`, needs: 'admin' }).get('', csv, async ({ db, query, reply }) =>
    sendCsv(reply, `${name.replaceAll('_', '-')}.csv`, header, rows(db, query as z.output<Query>)),
  )
}
