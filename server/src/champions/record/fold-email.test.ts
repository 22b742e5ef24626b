import { domainToASCII } from 'node:url'
import { foldEmail } from '@alumni/shared/email-address'
import { emailField } from '@alumni/shared/champions/form-fields'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { hasEmail } from './find-signup.ts'

const { db, visitor } = await buildTestApp()
const findBy = async (email: string) =>
  (await db.selectFrom('champion_signups').select('id').where(hasEmail(email)).execute()).map(({ id }) => id)
const foldedByPostgres = async (addresses: readonly string[]) =>
  (
    await sql<{ folded: string }>`
      select fold_email(address) as folded from unnest(${addresses}::text[]) with ordinality t (address, n) order by n
    `.execute(db)
  ).rows.map(({ folded }) => folded)

/** Contains every Unicode character that folding changes, and all characters of the first blocks. */
function addressesOfUnicode(): string[] {
  const points = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  )
  return points.flatMap((point) => {
    const letter = String.fromCodePoint(point)
    return point < 0x3000 || foldEmail(`x${letter}x`) !== `x${letter}x` ? [`a${letter}b@c${letter}d.example`] : []
  })
}

test('PostgreSQL and the server fold every valid address alike, and folding twice changes nothing', async () => {
  const accepted = addressesOfUnicode().filter((address) => emailField.safeParse(address).success)
  expect(accepted.length).toBeGreaterThan(10_000)
  const stored = accepted.map((address) => emailField.parse(address))
  const folded = stored.map(foldEmail)
  const byPostgres = await foldedByPostgres(stored)
  expect(accepted.filter((_, n) => byPostgres[n] !== folded[n])).toEqual([])
  expect(folded.filter((address) => foldEmail(address) !== address)).toEqual([])
  expect(await foldedByPostgres(folded)).toEqual(folded)
})

test.each([
  'bücher.example',
  'BÜCHER.example',
  '日本語.例え.jp',
  'münchen-ost.straße.de',
  'ελληνικά.gr',
  'क.भारत',
  '😀.la',
])('the domain %s is converted to Punycode', async (domain) => {
  const folded = `jo@${domainToASCII(domain)}`
  expect([foldEmail(`Jo@${domain}`), await foldedByPostgres([`Jo@${domain}`])]).toEqual([folded, [folded]])
})

test('a domain that is too long is folded without an error', () => {
  expect(foldEmail(`Jo@${'Ü'.repeat(5000)}.example`)).toBe(`jo@${'ü'.repeat(5000)}.example`)
})

test('an address with İ does not match Ivan at gmail.example', async () => {
  // Earlier releases stored such addresses.
  const before = await createSignup(db, { email: 'ivan@gmai\u0307l.example' })
  expect(await findBy('ivan@gmail.example')).toEqual([])
  const ivan = await createSignup(db, { email: 'Ivan@Gmail.example' })
  expect([await findBy('ivan@gmail.example'), await findBy('ivan@gmaİl.example')]).toEqual([[ivan.id], [before.id]])
  const reply = await visitor.submit(
    '/signups',
    { step: 'who', first_name: 'Ivan', last_name: 'Petrov', email: 'iva@gmaİl.example' },
    { headers: { accept: 'application/json' } },
  )
  expect([reply.statusCode, reply.json().fields]).toEqual([
    422,
    { email: expect.stringMatching(/^This address has a letter/) },
  ])
})

test('Ute has one signup, whichever way she writes the domain of her address', async () => {
  const ute = await createSignup(db, { email: 'ute@bücher.example' })
  for (const spelled of ['UTE@BÜCHER.example', 'ute@xn--bcher-kva.example', 'ｕｔｅ@bu\u0308cher.example'])
    expect(await findBy(spelled)).toEqual([ute.id])
  await expect(createSignup(db, { email: 'ute@xn--bcher-kva.example' })).rejects.toThrow('folded_email')
})
