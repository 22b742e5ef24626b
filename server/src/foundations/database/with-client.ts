import pg from 'pg'

export async function withClient<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config)
  client.on('error', () => undefined) // without a listener, a lost idle connection would end the process
  try {
    await client.connect()
    const result = await work(client)
    await client.end()
    return result
  } catch (error) {
    void client.end().catch(() => undefined) // does not wait, because a lost connection never responds
    throw error
  }
}
