import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { buildBackupStory, noPostgresTools } from '../../../testing/backup-story.ts'
import { startS3 } from '../../../testing/s3-server.ts'
import { createFiles } from '../../foundations/files/files.ts'
import { createBackup } from './create-backup.ts'

const { backupContext, config, context, backUp, restore, folder } = await buildBackupStory()
const s3 = await startS3(folder, 'office')
afterAll(() => s3.stop())
const ownPlace = 'A copy needs a place of its own for files'

describe.skipIf(noPostgresTools)(
  'a copy shares no files with its original, whichever way their address is written',
  () => {
    test('in a folder', async () => {
      await context.files.write('imports/a.csv', Readable.from(['buid\nB1\n']))
      const { id } = await backUp()
      const place = join(config.DATA_DIR, 'files')
      const link = join(folder, 'link')
      await symlink(place, link)
      const same = [
        `file://${place}`,
        `file://${place}/`,
        `file://${config.DATA_DIR}/./files`,
        `file://localhost${place}`,
        pathToFileURL(link).href,
      ]
      for (const STORAGE_URL of same)
        await expect(restore(id, { isCopy: true }, { STORAGE_URL })).rejects.toThrow(ownPlace)
      await expect(restore(id, { isCopy: true }, { DATA_DIR: `${config.DATA_DIR}/.` })).rejects.toThrow(ownPlace)
      const lost = { SESSION_SECRET: 'the secret of an office that lost its own', DATA_DIR: config.DATA_DIR }
      await expect(restore(id, { isCopy: true, isForeignAccepted: true }, lost)).rejects.toThrow(ownPlace)
      await restore(id, { isCopy: true })
    })

    test('in S3', async () => {
      const { port } = new URL(s3.endpoint)
      const STORAGE_URL = `s3://office/files?endpoint=${s3.endpoint}&region=us-east-1`
      const original = { ...config, STORAGE_URL }
      const { id } = await createBackup({ ...backupContext, config: original, files: await createFiles(original) })
      for (const same of [
        `s3://office/files/?region=us-east-1&endpoint=${s3.endpoint}/`,
        `s3://office/files?endpoint=http://localhost:${port}`,
      ])
        await expect(restore(id, { isCopy: true }, { STORAGE_URL: same })).rejects.toThrow(ownPlace)
      await restore(id, { isCopy: true }, { STORAGE_URL: `s3://office/copy?endpoint=${s3.endpoint}` })
    })
  },
)
