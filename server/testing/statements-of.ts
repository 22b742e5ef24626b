import pg from 'pg'
import { vi } from 'vitest'

export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([config]) => (config as { text?: string }).text ?? String(config))
  } finally {
    query.mockRestore()
  }
}
