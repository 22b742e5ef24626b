import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../src/foundations/process/config.ts'

/** Prints the packages of a program's modules, with the number of modules. */
const listPackages = `
  import { registerHooks } from 'node:module'
  const packages = new Map()
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? 'own'
      packages.set(name, (packages.get(name) ?? 0) + 1)
      return next(url, context)
    },
  })
  for (const path of process.argv.slice(1)) await import(path)
  if (process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')) packages.set('fetch', 1)
  console.log(JSON.stringify([...packages]))
  process.exit()`

/** Counts the loaded modules by package; `own` means this project and Node, `fetch` is Node's. */
export async function packagesOf(programs: string[]): Promise<Map<string, number>> {
  const paths = programs.map((program) => join(projectRoot, program))
  const args = ['--input-type=module', '--eval', listPackages, ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot })
  return new Map(JSON.parse(stdout.trim()) as [string, number][])
}
