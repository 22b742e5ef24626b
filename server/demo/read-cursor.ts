import type { Client } from 'pg'

const rowsPerFetch = 1000

/** Streams the rows of a query in flat memory; the client must be in a transaction. */
export async function* readCursor<Row extends object>(
  client: Client,
  name: string,
  query: string,
): AsyncGenerator<Row> {
  await client.query(`declare ${name} no scroll cursor for ${query}`)
  while (true) {
    const { rows } = await client.query<Row>(`fetch forward ${rowsPerFetch} from ${name}`)
    yield* rows
    if (rows.length < rowsPerFetch) break
  }
  await client.query(`close ${name}`)
}
