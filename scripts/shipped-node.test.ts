import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-command.ts'

type Package = { version?: string; dev?: boolean; dependencies?: Record<string, string>; engines?: { node?: string } }
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T

test('npm ci --omit=dev installs a Node that runs TypeScript directly', () => {
  const { engines } = read<Package>('package.json')
  const { dependencies } = read<Package>('server/package.json')
  const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
  const shipped = packages['node_modules/node']!
  expect([shipped.version, shipped.dev]).toEqual([dependencies!.node, undefined])
  const [major, minor] = shipped.version!.split('.').map(Number) as [number, number]
  expect(major > 23 || (major === 23 && minor >= 6)).toBe(true)
  for (const name of Object.keys(shipped.dependencies ?? {}))
    expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, undefined])
  expect(engines!.node).toBe('>=20')
  expect(process.versions.node.split('.')[0]).toBe(String(major))
})
