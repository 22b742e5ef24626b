import { expect, test } from 'vitest'
import {
  countOutcomesByGroup,
  countReachByGroup,
  describeCounts,
  splitLeftOut,
  countRecipients,
} from './group-counts.ts'

test('the text says how many people get a letter, and how many are left out for which reason', () => {
  const counts = countReachByGroup({
    written_to: 1287,
    left_out: { no_email: 14, opted_out: 6, do_not_email: 1, deceased: 3 },
  })
  expect(describeCounts(counts)).toBe(
    '1,287 get it. 24 left out: 3 deceased, 1 who wants no e-mail, 6 who opted out, 14 without an e-mail address.',
  )
  expect(splitLeftOut(counts).total).toBe(24)
})

test('the text says that no one gets the letter if everyone is left out', () => {
  expect(describeCounts(countReachByGroup({ written_to: 0, left_out: { answered: 2 } }))).toBe(
    '0 get it. 2 left out: 2 who have answered.',
  )
  expect(describeCounts(countReachByGroup({ written_to: 1, left_out: {} }))).toBe('1 gets it.')
})

test('the text says how far a letter has been sent', () => {
  const letter = { recipients: { sent: 3, waiting: 2, refused: 1, left_out: 2 }, left_out: { bounced: 2 } }
  const counts = countOutcomesByGroup(letter)
  expect(describeCounts(counts)).toBe('3 got it, 2 waiting, 1 bounced. 2 left out: 2 whose letters bounced before.')
  expect(splitLeftOut(counts).others.reduce((sum, { people }) => sum + people, 0)).toBe(countRecipients(letter))
})
