import { noCounts } from '@alumni/shared/exchange/imports'
import { describe, expect, it } from 'vitest'
import { stepOf } from './batch-stepper.tsx'

const ended = {
  section: 'Failed',
  counts: null,
  results: null,
  progress: { phase: 'scanning', done: 0, total: 0 },
} as const

describe('the step at which a batch has ended', () => {
  it('is the scan while nothing is counted', () => expect(stepOf(ended)).toBe('Scanning'))
  it('is the review when only the scan has counted', () =>
    expect(stepOf({ ...ended, counts: noCounts })).toBe('Review'))
  it('is the import when rows were being written', () =>
    expect(stepOf({ ...ended, counts: noCounts, progress: { phase: 'importing', done: 500, total: 900 } })).toBe(
      'Importing',
    ))
  it('is the section of a batch that goes on', () => expect(stepOf({ ...ended, section: 'Review' })).toBe('Review'))
})
