import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../run-command.ts'
import { readGlossary, refusedIn, textsIn } from './texts.ts'

const refused = readGlossary(readFileSync(join(root, 'docs/words.md'), 'utf8'))
const findWords = (file: string, code: string) => refusedIn(textsIn(file, code), refused).map(([, word]) => word)

test('the glossary refuses words and spellings, each with its replacement', () => {
  expect(refusedIn([[0, 'The colours of the RSVPs']], refused)).toEqual([
    [19, 'RSVPs', 'answer'],
    [4, 'colours', 'color, center, gray, catalog'],
  ])
})

describe('texts that people read are checked', () => {
  test.each([
    ['a.tsx', '<p>Somebody was faster</p>', 'Somebody'],
    ['a.tsx', '<Field label="Email" />', 'Email'],
    ['a.tsx', '<Button>\n  Not now\n</Button>', 'Not now'],
    ['a.tsx', "const action = { label: 'Download 3 rows (CSV)' }", 'Download 3 rows (CSV)'],
    ['a.ts', 'throw new HttpError(409, `${name} was cancelled by ${who}`)', 'cancelled'],
    ['a.ts', "const opens = 'The doors open at 6:30 PM'", '6:30 PM'],
    ['a.svelte', "<script>\n  const hint = 'Log in first'\n</script>\n<p>Hi</p>", 'Log in'],
    ['a.svelte', '<Button label="Your email address" />', 'email'],
    ['a.svelte', '<p class="lead">{count} people sent an email.</p>', 'email'],
    ['a.md', 'Mend the file, then run `email`.', 'Mend'],
    ['RELEASES.md', '# Releases\n\n## v2.0.0\n\nLess than 5 % anew.\n\n## v1.0.0\n\nMended.', 'anew'],
  ])('in %s: %s', (file, code, word) => expect(findWords(file, code)).toContain(word))
})

describe('code and names that the interface fixes are not checked', () => {
  test.each([
    ['a.ts', "const email = row.email ?? 'email'"],
    ['a.ts', "db.selectFrom('champion_signups').select(['c.email as to'])"],
    ['a.ts', 'sql`select email from staff_users where email = ${email}`'],
    ['a.ts', "const usage = 'npm run create-admin -- EMAIL'"],
    ['a.ts', "const states = { cancelled: 'Cancelled' }"],
    ['a.ts', "const note = 'The file is not yet whole. Keep it.'"],
    ['a.svelte', '<Field name="email" value={visitor.email} fields={{ email: sent_to }} />'],
    ['a.md', 'See `email-check` and [the page](email-addresses.md).\n\n    npm run anew # mend'],
  ])('in %s: %s', (file, code) => expect(findWords(file, code)).toEqual([]))
})
