import { open } from 'node:fs/promises'
import { generateIdentity } from 'age-encryption'
import { expect, test } from 'vitest'
import { decrypt } from './streams.ts'

test.each([
  ['no key at all', 'AGE-SECRET-KEY-1QQQQ'],
  ['another key', await generateIdentity()],
])('a backup that is opened with %s is closed again', async (_, identity) => {
  const handle = await open(import.meta.filename)
  await expect(decrypt(handle.createReadStream(), [identity])).rejects.toThrow('does not open this backup')
  await expect.poll(() => handle.fd).toBe(-1)
})
