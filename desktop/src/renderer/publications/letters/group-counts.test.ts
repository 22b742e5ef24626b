import { expect, test } from 'vitest'
import {
  countOutcomesByGroup,
  countReachByGroup,
  describeCounts,
  splitLeftOut,
  countRecipients,
} from './group-counts.ts'

test('who gets a letter and who is left out by reason, in words', () => {
  const counts = countReachByGroup({
    written_to: 1287,
    left_out: { no_email: 14, opted_out: 6, do_not_email: 1, deceased: 3 },
  })
  expect(describeCounts(counts)).toBe(
    '1,287 get it. 24 left out: 3 deceased, 1 who wants no e-mail, 6 who opted out, 14 without an e-mail address.',
  )
  expect(splitLeftOut(counts).total).toBe(24)
})

test('a list of which everyone is left out says that no one gets it', () => {
  expect(describeCounts(countReachByGroup({ written_to: 0, left_out: { answered: 2 } }))).toBe(
    '0 get it. 2 left out: 2 who have answered.',
  )
  expect(describeCounts(countReachByGroup({ written_to: 1, left_out: {} }))).toBe('1 gets it.')
})

test('what became of a letter while it is on its way', () => {
  const letter = { recipients: { sent: 3, waiting: 2, refused: 1, left_out: 2 }, left_out: { bounced: 2 } }
  const counts = countOutcomesByGroup(letter)
  expect(describeCounts(counts)).toBe('3 got it, 2 waiting, 1 bounced. 2 left out: 2 whose letters bounced before.')
  expect(splitLeftOut(counts).others.reduce((sum, { people }) => sum + people, 0)).toBe(countRecipients(letter))
})
