import { expect, onTestFinished, test } from 'vitest'
import { activityEventTypes, type ActivityEventType } from '@alumni/shared/champions/record'
import { editPage } from '@alumni/shared/champions/profile'
import { codeOf } from '../sign-in/testing/read-letter.ts'
import { buildOpportunityStory, fromBoston } from '../../publications/testing/opportunity-story.ts'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { runOn } from '../../../testing/test-database.ts'

const { createOpportunity, visitor, sendLetters, db, database } = await buildOpportunityStory()
const opportunity = await createOpportunity()

/** Other tests cover these events. */
const elsewhere: ActivityEventType[] = [
  'google_linked',
  'google_unlinked',
  'signup_merged',
  'signup_merge_undone',
  'signup_linked',
  'signup_unlinked',
  'signup_restored',
  'letter_sent',
]

const zoe = {
  first_name: 'Zoë',
  last_name: 'Lüdenscheidt',
  email: 'zoe.canary@example.org',
  country: 'US',
  zip_code: '02118',
}

/** Each step writes an event. */
const steps: Record<string, (browser: Browser) => Promise<unknown>> = {
  'sign up': (browser) => browser.submit('/', { ...zoe, consent: 'yes' }),
  'ask for a letter': (browser) => browser.submit('/profile-link', { email: zoe.email, keep_me_signed_in: 'yes' }),
  'mistype the code': (browser) => browser.submit('/sign-in/code', { code: '000000' }),
  'enter the code': async (browser) =>
    browser.submit('/sign-in/code', { code: codeOf((await sendLetters()).findLast(({ to }) => to === zoe.email)!) }),
  'change the name': async (browser) => {
    const { seen } = propsOf(await browser.visit('/profile/contact'), editPage)
    return browser.submit('/profile/contact', { first_name: 'Zoë Maria', last_name: 'Canary', seen })
  },
  'offer help': (browser) =>
    browser.submit(`${opportunity.url}/responses`, { ...fromBoston, message: 'A canary sings.' }),
  'ask for another address': (browser) => browser.submit('/profile/email', { email: 'zoe.next@example.org' }),
  'confirm it': async (browser) => {
    const letter = (await sendLetters()).find(({ to }) => to === 'zoe.next@example.org')!
    return browser.submit(/(\/profile\/email\/[\w-]{43})/.exec(letter.text)![1]!, {})
  },
  'sign out': (browser) => browser.submit('/sign-out', {}),
}

const events = () => db.selectFrom('activity_events').select(['type', 'payload', 'ip_hash']).orderBy('id').execute()

test('Zoë’s actions write events of every type, with ids and fixed words only', async () => {
  const browser = new Browser(visitor)
  for (const [step, take] of Object.entries(steps)) {
    const before = (await events()).length
    await take(browser)
    if (step !== 'ask for another address') expect([step, (await events()).length > before]).toEqual([step, true])
  }
  await browser.submit('/profile-link', { email: 'zoe.next@example.org' })
  await browser.submit('/sign-in/code', { code: codeOf((await sendLetters()).at(-1)!) })
  await browser.submit('/profile/delete', { sure: 'yes' })

  const written = await events()
  const types = new Set(written.map(({ type }) => type))
  expect(activityEventTypes.filter((type) => !types.has(type)).toSorted()).toEqual(elsewhere.toSorted())
  const text = JSON.stringify(written)
  for (const personal of ['zoe', 'Zoë', 'Canary', 'canary', 'Lüdenscheidt', '02118', '127.0.0.1', 'example.org'])
    expect([personal, text.includes(personal)]).toEqual([personal, false])
})

/** The tables that actions of alumni change. */
const tables = [
  'champion_signups',
  'signin_requests',
  'champion_devices',
  'email_changes',
  'opportunity_responses',
  'activity_events',
  'letters',
] as const
const contents = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))

test('an action has no effect if its event cannot be written', async () => {
  const browser = new Browser(visitor)
  const { email } = await createSignup(db, { email: 'rosa@example.org', first_name: 'Rosa' })
  await browser.submit('/profile-link', { email })
  await browser.submit('/sign-in/code', { code: codeOf((await sendLetters()).at(-1)!) })
  const { seen } = propsOf(await browser.visit('/profile/contact'), editPage)
  await runOn(
    database.owner,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no events today'; end $$;
     create trigger refuse before insert on activity_events for each row execute function refuse()`,
  )
  onTestFinished(() => runOn(database.owner, 'drop function refuse cascade'))
  const before = await contents()
  const actions: Record<string, () => Promise<{ statusCode: number }>> = {
    'signs up': () => new Browser(visitor).submit('/', { ...zoe, email: 'new@example.org', consent: 'yes' }),
    'asks for a letter': () => new Browser(visitor).submit('/profile-link', { email }),
    'changes the name': () => browser.submit('/profile/contact', { first_name: 'R', last_name: 'Luna', seen }),
    'offers help': () => browser.submit(`${opportunity.url}/responses`, fromBoston),
    'signs out': () => browser.submit('/sign-out', {}),
    'deletes the signup': () => browser.submit('/profile/delete', { sure: 'yes' }),
  }
  for (const [action, take] of Object.entries(actions)) {
    const { statusCode } = await take()
    expect([action, statusCode, await contents()]).toEqual([action, 500, before])
  }
})
