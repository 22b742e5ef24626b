import { embeddedFolder } from '../src/foundations/database/database.ts'
import { startCluster } from '../src/foundations/database/embedded.ts'
import { withClient } from '../src/foundations/database/with-client.ts'

/** Makes a leaving letter to a list due, in the running system with this data folder. */
export async function makeLetterDue(dataDir: string, title: string): Promise<void> {
  const cluster = await startCluster(embeddedFolder({ DATA_DIR: dataDir }))
  const { rowCount } = await withClient(cluster.url('alumni_owner', 'alumni'), (client) =>
    client.query("update list_letters set published_at = now() where status = 'leaving' and title = $1", [title]),
  )
  if (rowCount !== 1) throw new Error(`${rowCount} letters titled ${title} are about to leave, not one.`)
}
