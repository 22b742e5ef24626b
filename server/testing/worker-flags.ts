import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  scripts: { worker: string }
}

export const workerFlags = scripts.worker.split(' ').filter((word) => word.startsWith('--'))
