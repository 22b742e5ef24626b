import pg from 'pg'

/**
 * Does `work` with a connection of its own. When PostgreSQL goes away, the query under way fails, or the next one;
 * between two queries pg would end the process.
 */
export async function withClient<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    void client.end().catch(() => undefined) // it may never answer again
    throw error
  }
}
