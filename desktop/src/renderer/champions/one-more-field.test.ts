import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, test, vi } from 'vitest'
import type { SignupField } from '@alumni/shared/champions/fields'
import type { ListedSignup } from '@alumni/shared/champions/staff-list'
import type { SignupPage, TimelineEvent } from '@alumni/shared/champions/staff-page'

// Loads the app with one more signup field, declared only here.
vi.resetModules()
afterAll(() => vi.resetModules())
const { signupFields } = await import('@alumni/shared/champions/fields')
const pronouns: SignupField = {
  ...signupFields.former_last_name,
  label: 'Pronouns',
  column: { name: 'pronouns', heading: 'Pronouns' },
}
Object.assign(signupFields, { pronouns })
const { signupAnswerNames } = await import('@alumni/shared/champions/answers')
const { columnNames, buildColumns } = await import('./list/columns.tsx')
const { buildAnswerFacts } = await import('./record/answers-card.tsx')
const { AnswersForm } = await import('./record/answers-form.tsx')
const { describeEvent } = await import('./record/timeline.tsx')
const { mergeFields } = await import('@alumni/shared/champions/merges')

const answers = Object.fromEntries(signupAnswerNames.map((name) => [name, null]))
const signup = { ...answers, id: 7, email: 'majo@example.com', help_roles: [], affinity_codes: [], pronouns: 'she' }
const pageData: object = { signup, alumnus: null, choices: { colleges: [], affinities: [] } }
const page = pageData as SignupPage

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

test('the card of answers and the form show the new field', () => {
  expect(buildAnswerFacts(page)).toContainEqual(['Pronouns', 'she'])
  const form = createElement(AnswersForm, { page, onDone: () => undefined })
  const client = createElement(QueryClientProvider, { client: new QueryClient() }, form)
  const Routed = () => RouterContextProvider({ router, children: client })
  const html = renderToStaticMarkup(createElement(MantineProvider, null, createElement(Routed)))
  expect(html).toMatch(/>Pronouns<\/label>.*?<input[^>]* value="she"/s)
})

test('the timeline and the merge page name the new field', () => {
  const event = { type: 'profile_updated', by: null, about: null, payload: { fields: ['pronouns'] } } as object
  expect(describeEvent(event as TimelineEvent).more).toBe('Pronouns')
  expect(mergeFields).toMatchObject({ pronouns: { columns: ['pronouns'], label: 'Pronouns' } })
})

test('the list offers a column for the new field', () => {
  const added = columnNames.find((name) => String(name) === 'pronouns')!
  const link = {
    state: { list: { path: '/champion_signups', params: {} } },
    onClick() {},
    onAuxClick() {},
    onContextMenu() {},
  } as const
  const column = buildColumns([added], { linkTo: () => link })[1]!
  expect(column.header).toBe('Pronouns')
  const html = renderToStaticMarkup(column.cell(signup as object as ListedSignup))
  expect(html).toContain('she')
})
