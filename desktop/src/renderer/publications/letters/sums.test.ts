import { expect, test } from 'vitest'
import { chosenOf, equation, outcomeSums, reachSums } from './sums.ts'

test('who gets a letter and who does not add up to the chosen, in words', () => {
  const sums = reachSums({ written_to: 1287, left_out: { no_email: 14, opted_out: 6, do_not_email: 1, deceased: 3 } })
  expect(equation(1311, sums)).toBe(
    'Chosen 1,311 = 1,287 written to + 3 deceased + 1 who wants no e-mail + 6 who opted out + 14 without an e-mail address',
  )
  expect(sums.reduce((sum, { people }) => sum + people, 0)).toBe(1311)
})

test('a list of which everyone is left out says that no one is written to', () => {
  expect(equation(2, reachSums({ written_to: 0, left_out: { answered: 2 } }))).toBe(
    'Chosen 2 = 0 written to + 2 who have answered',
  )
})

test('what became of a letter adds up to the chosen while it is on its way', () => {
  const letter = { recipients: { sent: 3, waiting: 2, refused: 1, left_out: 2 }, left_out: { bounced: 2 } }
  const sums = outcomeSums(letter)
  expect(equation(chosenOf(letter), sums)).toBe(
    'Chosen 8 = 3 sent + 2 waiting + 1 bounced + 2 whose letters bounced before',
  )
  expect(sums.reduce((sum, { people }) => sum + people, 0)).toBe(chosenOf(letter))
})
