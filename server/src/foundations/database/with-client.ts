import pg from 'pg'

/** Runs `work` with a new connection. Without a listener, its loss between two queries would end the process. */
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
    void client.end().catch(() => undefined) // it may never respond
    throw error
  }
}
