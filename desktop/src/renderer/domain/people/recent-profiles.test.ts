import { expect, test } from 'vitest'
import { parseRecentProfiles, addRecentProfile } from './recent-profiles.ts'

test('eight profiles are stored, the newest first and each person once', () => {
  const ids = (profiles: readonly { id: string }[]) => profiles.map(({ id }) => id).join(' ')
  const opened = ['1', '2', '3', '1', '4', '5', '6', '7', '8', '9']
  expect(
    ids(
      opened.reduce<ReturnType<typeof addRecentProfile>>(
        (before, id) => addRecentProfile(before, { id, name: `Person ${id}` }),
        [],
      ),
    ),
  ).toBe('9 8 7 6 5 4 1 3')
})

test.each([null, 'nonsense', [{ id: 5 }], { id: '1', name: 'A' }])('stored data of %j yields no profiles', (stored) =>
  expect(parseRecentProfiles(stored)).toEqual([]),
)
