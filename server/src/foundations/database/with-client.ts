import pg from 'pg'

/**
 * Does `work` with a connection of its own. When PostgreSQL goes away, the query under way fails, or the next one;
 * between two queries pg would end the process.
 */
export async function withClient<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  let isWell = false
  try {
    await client.connect()
    const result = await work(client)
    isWell = true
    return result
  } finally {
    const ended = client.end().catch(() => undefined)
    if (isWell) await ended // one that failed may never answer again
  }
}
