import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signFeed } from '../src/main/updates/feed-signature.ts'

/**
 * Signs every `latest*.yml` of the folder and returns their names; `rollout` is the percentage of users who get the
 * update.
 */
export function signFeeds(folder: string, privateKeyPem: string, rollout?: number): string[] {
  const files = globSync('latest*.yml', { cwd: folder }).toSorted()
  for (const file of files) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, signFeed(rollout === undefined ? text : withRollout(text, rollout), privateKeyPem))
  }
  return files
}

function withRollout(text: string, rollout: number): string {
  const others = text.replace(/^stagingPercentage:.*\n/m, '').trimStart()
  return rollout === 100 ? others : `stagingPercentage: ${rollout}\n${others}`
}
