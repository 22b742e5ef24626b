import { expect, test } from 'vitest'
import { opportunityLetters } from './letters.ts'
import { buildOpportunityStory } from '../testing/opportunity-story.ts'

const { db, config, createOpportunity, champion, responseIn } = await buildOpportunityStory()
const { signup: majo } = await champion({ first_name: 'María José', email: 'majo@example.com' })
const kinds = ['opportunity-answer', 'opportunity-place', 'opportunity-decision'] as const

async function writeLetter(kind: (typeof kinds)[number], status: Parameters<typeof responseIn>[0]) {
  const opportunity = await createOpportunity({ place: 'Boston', is_remote: true, effort: 'One hour a month' })
  const response = await responseIn(status, opportunity, majo)
  return opportunityLetters[kind](db, config, { response }, 0)
}

test('each letter has the state at the time it is sent, and is not sent if that has changed', async () => {
  const subjects: Record<string, string | undefined> = {}
  for (const kind of kinds)
    for (const status of ['responded', 'waiting', 'accepted', 'declined', 'withdrawn'] as const)
      subjects[`${kind} ${status}`] = (await writeLetter(kind, status))?.subject.split(':')[0]
  expect(Object.fromEntries(Object.entries(subjects).filter(([, subject]) => subject !== undefined))).toEqual({
    'opportunity-answer responded': 'Thank you for offering to help',
    'opportunity-answer waiting': 'You are on the waiting list',
    'opportunity-place responded': 'There is a place for you',
    'opportunity-decision accepted': 'Your help is welcome',
    'opportunity-decision declined': 'About your offer to help',
  })
})

test('the letter of thanks names the person and their offer, and links to the opportunity on the alumni’s site', async () => {
  const message = (await writeLetter('opportunity-answer', 'responded'))!
  expect(message.to).toBe('majo@example.com')
  expect(message.text).toMatch(
    /Hello María José,\n\nWe have received your offer to help with “Mentor a first-year student\.”/,
  )
  expect(message.text).toContain('Where: Boston, or from anywhere\nTime needed: One hour a month')
  expect(message.text).toMatch(/https:\/\/champions\.example\.edu\/opportunities\/mentoring-\d+/)
})

test('a person who is gone gets no letter', async () => {
  const opportunity = await createOpportunity()
  const { signup } = await champion({ deleted_at: '2026-11-01' })
  const response = await responseIn('responded', opportunity, signup)
  for (const kind of kinds) expect(await opportunityLetters[kind](db, config, { response }, 0)).toBeNull()
  expect(await opportunityLetters['opportunity-answer'](db, config, { response: 999_999 }, 0)).toBeNull()
})
