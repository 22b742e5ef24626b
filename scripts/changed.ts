import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from './run-command.ts'

/** Returns the commit at which this branch left `main` and the files that differ from it. */
export async function changedFiles(): Promise<{ since: string; files: string[] }> {
  const git = async (...args: string[]) => {
    const { isOk, output } = await runCommand('git', args)
    if (!isOk) throw new Error(`git cannot list the changes: ${output}`)
    return output
  }
  const since = await git('merge-base', 'HEAD', 'main')
  const lists = [await git('diff', '--name-only', since), await git('ls-files', '--others', '--exclude-standard')]
  return { since, files: lists.flatMap((list) => list.split('\n').filter(Boolean)) }
}

/** These tests start programs as separate processes, so Vitest cannot find what they import. */
export function listProgramTests(files: string[]): string[] {
  const isTouched = files.some((file) => /^(server|worker|shared|scripts|package)/.test(file) && !isTest(file))
  return isTouched ? ['scripts/commands.test.ts', 'start.test.ts', 'prepare-database.test.ts', 'worker/'] : []
}

/** Returns the journeys of the changed features, or all if a changed file belongs to no single feature. */
export function listJourneys(files: string[], specs = specNames()): string[] {
  const touched = new Set<string>()
  for (const file of files.filter(
    (name) => /^(desktop|portal|server|shared|worker|e2e)\//.test(name) && !isTest(name),
  )) {
    const spec = specs.find((name) => file.split('/').some((part) => part.replace(/(\.spec)?\.ts$/, '') === name))
    if (!spec) return specs
    touched.add(spec)
  }
  return [...touched]
}

function specNames(): string[] {
  return ['journeys', 'desktop'].flatMap((folder) =>
    readdirSync(join(root, 'e2e', folder)).map((file) => file.replace(/\.spec\.ts$/, '')),
  )
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/(testing|bench)\/|\.md$/.test(file)
}
