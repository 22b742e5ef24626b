import { expect, test } from 'vitest'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, ada, alumnus, asChampion, audited, change, page, sendLetters, signUp } = await storyWithChange()

async function storyWithChange() {
  const story = await buildSignupStory()
  return {
    ...story,
    change: (buid: string, values: { deceased?: boolean; do_not_email?: boolean }) =>
      story.db.updateTable('alumni').set(values).where('buid', '=', buid).execute(),
  }
}

const thanks = {
  template: 'thanks',
  subject: 'Thank you, {first_name}',
  body: 'Dear {first_name},\n\nthank you for\nyour help at {institution}.\n\n{my_name}',
  has_button: true,
}
const letter = (more: object = {}) => ({ ...thanks, key: crypto.randomUUID(), ...more })
const send = (id: number, body: object, who = stan) => who.post(`/champion_signups/${id}/letters`, body)

test('Stan sees the letter as it will arrive, sends it, and finds it on the page and the timeline', async () => {
  const signup = await signUp({ first_name: 'Majo' })
  const preview = await stan.post(`/champion_signups/${signup.id}/letters/preview`, thanks)
  expect(preview.json()).toEqual({
    to: signup.email,
    subject: 'Thank you, Majo',
    paragraphs: ['Dear Majo,', 'thank you for\nyour help at Bayside University.', 'Stan Okafor'],
    button: { label: 'Open your profile', url: 'https://champions.example.edu/profile' },
    closing: [
      'Stan Okafor wrote this e-mail for Bayside University. To answer, reply to it or write to alumni@example.edu.',
    ],
  })
  expect(await sendLetters()).toEqual([])
  const { letters, timeline } = (await send(signup.id, letter())).json<SignupPage>()
  expect(letters).toMatchObject([{ subject: 'Thank you, Majo', by: 'Stan Okafor', state: 'waiting' }])
  expect(timeline.events[0]).toMatchObject({ type: 'letter_sent', by: 'Stan Okafor', about: 'Thank you, Majo' })
  const [sent, ...others] = await sendLetters()
  expect(others).toEqual([])
  expect(sent).toMatchObject({ to: signup.email, subject: 'Thank you, Majo' })
  expect(sent!.text).toContain('thank you for\nyour help at Bayside University.')
  expect(sent!.html).toContain('thank you for<br>your help at Bayside University.')
  const after = await page(signup.id)
  expect(after.letters[0]).toMatchObject({ state: 'sent' })
  expect(after.sent_letters).toMatchObject([{ about: 'Written by staff', state: 'sent', failure: null }])
  expect(await audited(signup.id)).toEqual(['champion-signup.letter-sent'])
})

test('a form that is sent twice, at once too, is one letter', async () => {
  const signup = await signUp()
  const same = letter()
  const replies = await Promise.all([send(signup.id, same), send(signup.id, same)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await send(signup.id, same)
  expect(await sendLetters()).toHaveLength(1)
  expect((await page(signup.id)).letters).toHaveLength(1)
})

test('what a name and a letter hold is text, and a placeholder that means nothing is named', async () => {
  const signup = await signUp({ first_name: '<b>Majo</b>\r\nBcc: mallory@example.com {my_name}' })
  await send(signup.id, letter({ body: '<script>alert(1)</script> {first_name}' }))
  const [sent] = await sendLetters()
  expect(sent!.html).not.toMatch(/<script>|<b>/)
  expect(sent!.subject).not.toMatch(/[\r\n]/)
  const reply = await send(signup.id, letter({ subject: 'Dear {frist_name}', body: '' }))
  expect([reply.statusCode, reply.json()]).toMatchObject([
    400,
    {
      fields: {
        subject: '{frist_name} is not a placeholder. Use one of {first_name}, {last_name}, {institution}, {my_name}.',
        body: 'Write the letter.',
      },
    },
  ])
})

test.each([
  ['deceased', 'This alumnus has died. No letter can be sent.'],
  ['do_not_contact', 'This alumnus does not want to be contacted. No letter can be sent.'],
] as const)('an alumnus who is %s is never written to', async (flag, error) => {
  const signup = await signUp({ buid: await alumnus({ [flag]: true }), status: 'linked' })
  expect((await page(signup.id)).silence).toBe(flag)
  const reply = await send(signup.id, letter({ despite_wish: true }))
  expect([reply.statusCode, reply.json()]).toEqual([409, { error }])
  expect(await sendLetters()).toEqual([])
})

test('who wants no e-mail is written to only knowingly, and the timeline says so', async () => {
  const signup = await signUp({ buid: await alumnus({ do_not_email: true }), status: 'linked' })
  const reply = await send(signup.id, letter())
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
    409,
    'This alumnus does not want e-mail. Confirm that you want to send the letter anyway.',
  ])
  const sent = await send(signup.id, letter({ despite_wish: true }))
  expect(sent.json<SignupPage>().timeline.events[0]!.payload).toMatchObject({ despite: 'do_not_email' })
  expect(await sendLetters()).toHaveLength(1)
})

test('a letter does not leave when its champion has died, or deleted the signup, since it was written', async () => {
  const buid = await alumnus()
  const [died, left] = [await signUp({ buid, status: 'linked' }), await signUp()]
  for (const { id } of [died, left]) await send(id, letter())
  await change(buid, { deceased: true })
  await (await asChampion(left)).submit('/profile/delete', { sure: 'yes' })
  expect((await sendLetters()).map(({ subject }) => subject)).toEqual([
    'Your signup for Bayside alumni champions is deleted',
  ])
  const reply = await send(left.id, letter(), ada)
  expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
    409,
    'The champion has just deleted this signup.',
  ])
})
