import { hubPage } from '@alumni/shared/champions/profile'
import { homePage } from '@alumni/shared/home'
import type { PortalSite } from '@alumni/shared/portal'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { propsOf, viewOf } from '../testing/portal-view.ts'
import { buildContentStory } from './publications/testing/content-story.ts'

const { comes, createEvent, createNews, visitor } = await buildContentStory()
const sectionsOf = (reply: LightMyRequestResponse): PortalSite['sections'] => viewOf(reply).site.sections

test('a site without content leads to no empty section; what is published first is led to', async () => {
  const { browser } = await comes('Ana')
  const home = await visitor.visit('/')
  expect([sectionsOf(home), propsOf(home, homePage).events]).toEqual([[], []])
  const hub = await browser.visit('/profile')
  expect([sectionsOf(hub), propsOf(hub, hubPage).next]).toEqual([[], []])
  await createEvent({ city: 'Boston', region: 'MA' })
  await createNews({ published_at: '2999-01-01' })
  // What is there is read once a second.
  await expect.poll(async () => sectionsOf(await visitor.visit('/'))).toEqual(['events'])
})
