import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AreaField, FormProvider, TextField } from './fields.tsx'
import type { PublicationForm } from './use-publication-form.ts'

const form = {
  values: { place: 'Bayside' },
  errors: {},
  conflictingValueOf: () => undefined,
} as unknown as PublicationForm
function html(field: typeof TextField | typeof AreaField, max?: number) {
  const element = createElement(field, { name: 'place', label: 'Place', max })
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(FormProvider, { value: form }, element)),
  )
}

test.each([
  ['a field', TextField],
  ['an area', AreaField],
])('%s without a maximum has no character count; one with a maximum shows it near the limit', (_, field) => {
  expect(html(field)).not.toContain('left')
  expect(html(field, 100)).not.toContain('left')
  expect(html(field, 10)).toContain('3 characters left')
})
