import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['maria@gmail.com', 'm•••@g•••.com'],
  ['siobhan@alumni.example.co.uk', 's•••@a•••.uk'],
  ['a@b.io', 'a•••@b•••.io'],
  ['李@例え.jp', '李•••@例•••.jp'],
  ['🎓grad@example.org', '🎓•••@e•••.org'],
  ['"odd@local"@example.org', '"•••@e•••.org'],
])('%s is masked as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))
