import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readOrCreateFile } from '../../server/src/foundations/process/stored-file.ts'

/** Letters and digits that are not confused when read aloud or typed. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns the demo people's password. The first start creates it in a file that only this account can read. */
export function storedPassword(dataDir: string): string {
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
  return readOrCreateFile(join(dataDir, 'demo-password'), {
    make: () => `${group()}-${group()}-${group()}-${group()}`,
    parse: (password) => z.string().min(15).parse(password),
    remedy: 'Delete it: the next start makes a new password.',
  })
}
