import { expect, test } from 'vitest'
import { batchResultsCsv } from './batch-file.ts'
import type { Result } from './choices.ts'

test.each(['=1+1', ' =1+1', '\n=1+1', '\u00a0@x', '＝1+1', '＋1', '\ta'])(
  'what was given as %j is defused',
  (given) => {
    const result = {
      line: 1,
      given,
      outcome: 'none',
      person: null,
      candidates: [],
      answer: { total: 0 },
    } as unknown as Result
    expect(batchResultsCsv([result])).toContain(`1,"'${given}",not found`)
  },
)
