import pg from 'pg'
import { vi } from 'vitest'

/** The statements that this process sends to PostgreSQL while it does `work`, without their values. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await queriesOf(work)).map(({ statement }) => statement)
}

/** How many rows this process reads from PostgreSQL while it does `work`. */
export async function rowsReadBy(work: () => Promise<unknown>): Promise<number> {
  return (await queriesOf(work)).reduce((sum, { rows }) => sum + rows, 0)
}

async function queriesOf(work: () => Promise<unknown>): Promise<{ statement: string; rows: number }[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const results = (await Promise.all(query.mock.results.map(({ value }): unknown => value))) as ({
      rows?: unknown[]
    } | null)[]
    return query.mock.calls.map(([config], at) => ({
      statement: (config as { text?: string }).text ?? String(config),
      rows: results[at]?.rows?.length ?? 0,
    }))
  } finally {
    query.mockRestore()
  }
}
