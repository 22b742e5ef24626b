import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { root, runCommand } from './run-command.ts'

/**
 * Installs the API tester for this account where there is Python; the test that wants it says that it is skipped when
 * there is none.
 */
export async function ensureSchemathesis(): Promise<void> {
  if (existsSync(fetchedTools.schemathesis)) return
  const folder = dirname(dirname(fetchedTools.schemathesis))
  mkdirSync(dirname(folder), { recursive: true })
  console.log('  Installing Schemathesis …')
  const requirements = join(root, 'scripts/schemathesis-requirements.txt')
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '-r', requirements],
  ] as const
  for (const [command, ...args] of steps) {
    const { isOk, output } = await runCommand(command, args)
    if (isOk) continue
    rmSync(folder, { recursive: true, force: true })
    return console.log(`  Schemathesis could not be installed: ${output.split('\n').at(-1)}`)
  }
}
