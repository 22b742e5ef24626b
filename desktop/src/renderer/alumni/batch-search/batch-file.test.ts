import { expect, test } from 'vitest'
import { buildResultsCsv } from './batch-file.ts'
import type { LineResult } from './choices.ts'

test.each(['=1+1', ' =1+1', '\n=1+1', '\u00a0@x', '＝1+1', '＋1', '\ta'])('the formula %j is escaped', (input) => {
  const result = {
    line: 1,
    text: input,
    outcome: 'none',
    person: null,
    candidates: [],
    answer: { total: 0 },
  } as unknown as LineResult
  expect(buildResultsCsv([result])).toContain(`1,"'${input}",not found`)
})
