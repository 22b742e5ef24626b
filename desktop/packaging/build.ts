import { fileURLToPath } from 'node:url'
import { build, Platform } from 'electron-builder'
import { packagingConfiguration, type Packaging } from './configuration.ts'

const systems = { linux: Platform.LINUX, mac: Platform.MAC, windows: Platform.WINDOWS }
export type System = keyof typeof systems

/** Builds the installers of a system, or only their content with `isFolder`, and returns the files. */
export async function buildPackages(packaging: Packaging, system: System, isFolder: boolean): Promise<string[]> {
  const targets = systems[system].createTarget(isFolder ? 'dir' : undefined)
  const projectDir = fileURLToPath(new URL('..', import.meta.url))
  const files = await build({ projectDir, config: packagingConfiguration(packaging), targets, publish: 'never' })
  return files.filter((name) => !name.endsWith('.blockmap'))
}
