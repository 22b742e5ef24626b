import { randomInt } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Letters and digits that nobody confuses, read aloud or typed. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** The demo people's password: made at the first start and kept for the next, readable by this account alone. */
export function keptPassword(dataDir: string): string {
  const file = join(dataDir, 'demo-password')
  const draft = `${file}.${process.pid}`
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(draft, `${group()}-${group()}-${group()}-${group()}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}
