import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-command.ts'

type Package = {
  version?: string
  dev?: boolean
  bin?: { node?: string }
  optionalDependencies?: Record<string, string>
}
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T

test('what npm ci --omit=dev installs has its own Node, which runs TypeScript unbuilt; the machine’s only installs it', () => {
  const { engines } = read<{ engines: { node: string } }>('package.json')
  const { optionalDependencies } = read<Package>('server/package.json')
  const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json')
  const shipped = Object.keys(optionalDependencies!).map((name) => packages[`node_modules/${name}`]!)
  expect(shipped.map(({ bin, dev }) => [bin?.node?.startsWith('bin/node'), dev])).toEqual(
    shipped.map(() => [true, undefined]),
  )
  const [version, ...others] = new Set(shipped.map((one) => one.version!))
  expect(others).toEqual([])
  const [major, minor] = version!.split('.').map(Number) as [number, number]
  expect(major > 23 || (major === 23 && minor >= 6)).toBe(true)
  expect(engines.node).toBe('>=20')
  expect(process.versions.node.split('.')[0]).toBe(String(major))
})
