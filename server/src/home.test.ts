import { hubPage } from '@alumni/shared/champions/profile'
import { homePage } from '@alumni/shared/home'
import type { PortalSite } from '@alumni/shared/portal'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { propsOf, viewOf } from '../testing/portal-view.ts'
import { Browser } from '../testing/browser.ts'
import type { Caller } from '../testing/caller.ts'
import { championCookies } from './champions/sign-in/cookies.ts'
import { rememberDevice } from './champions/sign-in/devices.ts'
import { buildContentStory, inHours } from './publications/testing/content-story.ts'

const { signUpPerson, config, createEvent, createNews, db, rsvp, visitor } = await buildContentStory()
const sectionsOf = (reply: LightMyRequestResponse): PortalSite['sections'] => viewOf(reply).site.sections

test('a site without content links to no empty section, and to a section once something is published', async () => {
  const { browser } = await signUpPerson('Ana')
  const home = await visitor.visit('/')
  expect([sectionsOf(home), propsOf(home, homePage).events]).toEqual([[], []])
  const hub = await browser.visit('/profile')
  expect([sectionsOf(hub), propsOf(hub, hubPage).next]).toEqual([[], []])
  await createEvent({ city: 'Boston', region: 'MA' })
  await createNews({ published_at: '2999-01-01' })
  await expect.poll(async () => sectionsOf(await visitor.visit('/'))).toEqual(['events'])
})

test('Ana sees the event that she will attend first, and her remembered device shows only public events', async () => {
  const soon = await createEvent({ starts_at: inHours(24), ends_at: inHours(26) })
  const later = await createEvent({ starts_at: inHours(48), ends_at: inHours(50) })
  const { browser, signup } = await signUpPerson('Ana')
  await rsvp(browser, later)
  const readFirst = async (browser: Caller | Browser) => {
    const { next, suggested } = propsOf(await browser.visit('/'), homePage)
    return { next: next && [next.href, next.tag?.label], suggested: suggested.map(({ href }) => href) }
  }
  await expect.poll(async () => propsOf(await visitor.visit('/'), homePage).events).toHaveLength(3)
  const ownPage = await readFirst(browser)
  expect(ownPage.next).toEqual([`/events/${later.slug}`, 'You are going'])
  expect(ownPage.suggested).toHaveLength(2)
  expect(ownPage.suggested).not.toContain(`/events/${later.slug}`)

  const device = new Browser(visitor)
  const { token } = await rememberDevice(db, config, { signup, name: 'Firefox on Windows' })
  device.cookies.set(championCookies(config).device.name, token)
  expect(await readFirst(device)).toEqual({ next: [`/events/${soon.slug}`, undefined], suggested: [] })
  expect(await readFirst(visitor)).toEqual({ next: null, suggested: [] })
})
