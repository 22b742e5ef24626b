import { contactFields } from '@alumni/shared/alumni/fields'
import { expect, test } from 'vitest'
import type { Alumnus } from '@alumni/shared/alumni/record'
import { changedFields, editOf, typedOf } from './use-contact-form.ts'

const peggy = typedOf({ primary_email: 'peggy@example.org', city: null, do_not_email: false } as Alumnus)

test('only what was changed is sent, with what stood there before; an empty field is none', () => {
  expect(Object.keys(peggy).sort()).toEqual([...contactFields].sort())
  expect(editOf(peggy, { ...peggy, primary_email: '', city: 'Cary', do_not_email: true })).toEqual({
    primary_email: null,
    city: 'Cary',
    do_not_email: true,
    seen: { primary_email: 'peggy@example.org', city: null, do_not_email: false },
  })
  expect(changedFields(peggy, { ...peggy })).toEqual([])
})

test('what somebody else has written becomes what was seen; the rest stays', () => {
  const base = typedOf({ city: 'Apex', primary_email: null }, peggy)
  expect(base).toEqual({ ...peggy, city: 'Apex', primary_email: '' })
  expect(editOf(base, { ...peggy, city: 'Cary' })).toEqual({
    primary_email: 'peggy@example.org',
    city: 'Cary',
    seen: { primary_email: null, city: 'Apex' },
  })
})
