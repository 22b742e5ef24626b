import { expect, test } from 'vitest'
import { masked, maskedEmail } from './mask.ts'

test.each([
  ['maria@gmail.com', 'm•••@g•••.com'],
  ['siobhan@alumni.example.co.uk', 's•••@a•••.uk'],
  ['a@b.io', 'a•••@b•••.io'],
  ['李@例え.jp', '李•••@例•••.jp'],
  ['🎓grad@example.org', '🎓•••@e•••.org'],
  ['"odd@local"@example.org', '"•••@e•••.org'],
])('%s is shown as %s', (email, shown) => expect(maskedEmail(email)).toBe(shown))

test('of a phone number the last two digits are shown, of a street nothing', () => {
  const contact = { email: 'maria@gmail.com', phone: '+1 (617) 555-0142 ext.', street: '1 Beacon Street' }
  expect(masked(contact)).toEqual({ email: 'm•••@g•••.com', phone: '•••42', street: null })
  expect(masked({ ...contact, phone: null }).phone).toBeNull()
})
