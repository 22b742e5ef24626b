import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../src/foundations/process/config.ts'
import { frontEndPatches, indexThreadPatch, mutants } from './mutants.ts'

const patches = [...frontEndPatches, indexThreadPatch, ...Object.values(mutants).map(({ patch }) => patch)]

test.each(patches)('the patch that turns “$from” into “$to” fits $file', ({ file, from }) => {
  expect(readFileSync(join(projectRoot, file), 'utf8').split(from)).toHaveLength(2)
})
