import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { root, runCommand } from './run-command.ts'

export function ensureSchemathesis(): Promise<void> {
  return ensurePythonTools('Schemathesis', fetchedTools.schemathesis, 'scripts/schemathesis-requirements.txt')
}

export function ensureLinters(): Promise<void> {
  return ensurePythonTools('linters', fetchedTools.hadolint, 'scripts/linters-requirements.txt')
}

/** Installs Python packages for this account if there is Python. Tests that need missing ones are skipped. */
async function ensurePythonTools(name: string, program: string, list: string): Promise<void> {
  if (existsSync(program)) return
  const folder = dirname(dirname(program))
  mkdirSync(dirname(folder), { recursive: true })
  console.log(`  Installing ${name} …`)
  const requirements = join(root, list)
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '-r', requirements],
  ] as const
  for (const [command, ...args] of steps) {
    const { isOk, output } = await runCommand(command, args)
    if (isOk) continue
    rmSync(folder, { recursive: true, force: true })
    return console.log(`  ${name} could not be installed: ${output.split('\n').at(-1)}`)
  }
}
