// Plain JavaScript for any Node ≥ 20: installs the locked packages when they are missing or the lock file has changed.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = `${root}node_modules/.installed-lock`
const lock = createHash('sha256').update(readFileSync(`${root}package-lock.json`)).digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  console.log('Installing packages …')
  execSync('npm ci', { cwd: root, stdio: 'inherit' })
  writeFileSync(stamp, lock)
}
