import { contactFields } from '@alumni/shared/alumni/fields'
import { expect, test } from 'vitest'
import type { Alumnus } from '@alumni/shared/alumni/record'
import { buildEdit, toFormValues } from './contact-form.tsx'

const peggy = toFormValues({ primary_email: 'peggy@example.org', city: null, do_not_email: false } as Alumnus)

test('only changed values are sent, with the values they replace; an empty field is null', () => {
  expect(Object.keys(peggy).sort()).toEqual([...contactFields].sort())
  const changed = ['primary_email', 'city', 'do_not_email'] as const
  expect(buildEdit(changed, peggy, { ...peggy, primary_email: '', city: 'Cary', do_not_email: true })).toEqual({
    primary_email: null,
    city: 'Cary',
    do_not_email: true,
    seen: { primary_email: 'peggy@example.org', city: null, do_not_email: false },
  })
})
