import { expect, test } from 'vitest'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { buildSignupStory } from './testing/signup-story.ts'

const { alumnus, asChampion, db, page, people, sendLetters, signUp } = await buildSignupStory()

/** Inserts a letter that the last release left in the outbox. */
async function letterTo(signup_id: number, despite_wish = false) {
  const written = await db.add('signup_letters', {
    key: crypto.randomUUID(),
    signup_id,
    staff_user_id: people.staff.id,
    template: 'thanks',
    subject: 'Thank you, Majo',
    body: 'Dear Majo,\n\nthank you for\nyour help.',
    has_button: true,
    despite_wish,
  })
  const letter_id = await enqueueLetter(db, 'from-staff', { written })
  await db.update('signup_letters', { id: written }, { letter_id })
}

test('a letter of the last release is sent, and stays on the page of the champion', async () => {
  const signup = await signUp({ first_name: 'Majo' })
  await letterTo(signup.id)
  const [sent] = await sendLetters()
  expect(sent).toMatchObject({ to: signup.email, subject: 'Thank you, Majo' })
  expect(sent!.text).toContain('thank you for\nyour help.')
  expect(await page(signup.id)).toMatchObject({
    letters: [
      { subject: 'Thank you, Majo', body: expect.stringContaining('Dear Majo,'), by: 'Stan Okafor', state: null },
    ],
    sent_letters: [{ about: 'Written by staff', state: 'sent', failure: null }],
  })
})

test('a letter of the last release is not sent if its champion is deceased, wants no e-mail or deleted the signup', async () => {
  const signUpLinked = async (values: object) => signUp({ buid: await alumnus(values), status: 'linked' })
  await letterTo((await signUpLinked({ deceased: true })).id, true)
  await letterTo((await signUpLinked({ do_not_contact: true })).id, true)
  await letterTo((await signUpLinked({ do_not_email: true })).id)
  const deleted = await signUp()
  await letterTo(deleted.id)
  await (await asChampion(deleted)).submit('/profile/delete', { sure: 'yes' })
  const knowingly = await signUpLinked({ do_not_email: true })
  await letterTo(knowingly.id, true)
  expect((await sendLetters()).map(({ subject, to }) => [subject, to])).toEqual([
    ['Your signup for Bayside alumni champions is deleted', deleted.email],
    ['Thank you, Majo', knowingly.email],
  ])
})
