import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { slowExpressions } from './slow-expressions.ts'

test('regular expressions with quadratic time are found in the product’s code', async () => {
  const root = await projectOf({
    'shared/src/names.ts': `
export const words = (text: string) => text.trim().split(/\\s+/)
export const marks = /[*_~]+(?=\\s|$)/g
`,
    'portal/src/Name.svelte': `<p>{name}</p>
<script lang="ts">
  const name = text.replace(/ +$/, '')
</script>
`,
    'server/src/names.test.ts': 'const ofATest = /[*_~]+(?=\\s|$)/\n',
  })
  expect(await slowExpressions(root)).toEqual([
    'portal/src/Name.svelte:3 / +$/ is slow on 20 KB of " ".',
    'shared/src/names.ts:3 /[*_~]+(?=\\s|$)/ is slow on 20 KB of "*".',
  ])
})

test('a regular expression that does not terminate is found', async () => {
  const root = await projectOf({ 'desktop/src/nested.tsx': 'export const nested = /^(?:a+)+$/\n' })
  expect(await slowExpressions(root, 1000)).toEqual([
    'desktop/src/nested.tsx:1 /^(?:a+)+$/ is slow on a text on which it does not finish.',
  ])
})

async function projectOf(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'alumni-slow-expressions-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [name, code] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), code)
  }
  return root
}
