import { expect, test } from 'vitest'
import type { LinkSuggestions } from '@alumni/shared/champions/staff-page'
import { buildSignupStory } from './testing/signup-story.ts'

const { stan, alumnus, db, signUp } = await buildSignupStory()
const readReply = async (id: number) => (await stan.get(`/champion_signups/${id}/suggestions`)).json<LinkSuggestions>()
const readSuggestions = async (id: number) => (await readReply(id)).suggestions
const reasonsOf = async (id: number) =>
  (await readSuggestions(id)).map(({ person, reasons }) => [person.buid, ...reasons])

test('the best match comes first: an address in any column, then a name with a class year, then the name alone', async () => {
  const byEmail = await alumnus({
    first_name: 'M.',
    last_name: 'Garcia',
    school_email: 'Majo.Garcia@Alumni.example.edu',
  })
  const byName = await alumnus()
  const byYear = await alumnus()
  await db
    .insertInto('educations')
    .values({ buid: byYear, kind: 'degree', degree_code: 'BA', degree_date: '2009-05-08', college_code: 'AS' })
    .execute()
  const signup = await signUp({ email: 'majo.garcia@alumni.example.edu', degree_year: 2009, college_code: 'AS' })
  expect(await reasonsOf(signup.id)).toEqual([
    [byEmail, 'Same e-mail address: school e-mail on file'],
    [byYear, 'Same name', 'Same class year: 2009', 'Same college'],
    [byName, 'Same name'],
  ])
})

test('a former name, a preferred name, a phone number and the place are reasons', async () => {
  const peggy = await alumnus({
    first_name: 'Margaret',
    preferred_name: 'Peggy',
    last_name: 'O’Neil',
    former_last_name: 'Jones',
    mobile_phone: '(617) 555-0104',
    postal_code: '02116-1234',
    city: 'Boston',
    country: 'US',
  })
  const onFile = await signUp({ first_name: 'Peggy', last_name: 'Jones', zip_code: '02116', phone: '+1 617-555-0104' })
  expect(await reasonsOf(onFile.id)).toEqual([
    [
      peggy,
      'Same phone number: mobile phone on file',
      'Former last name on file: Jones',
      'Same ZIP code: 02116',
      'Same city: Boston',
    ],
  ])
  const withFormerName = await signUp({
    first_name: 'Margaret',
    last_name: 'Lopez',
    former_last_name: "O'Neil",
    zip_code: '10025',
    city: null,
  })
  expect(await reasonsOf(withFormerName.id)).toEqual([[peggy, "Former last name in the signup: O'Neil"]])
})

test('a person with another signup is marked, and an unknown name has no suggestions', async () => {
  const buid = await alumnus({ first_name: 'Quillon', last_name: 'Zabriskie' })
  const first = await signUp({ first_name: 'Quillon', last_name: 'Zabriskie', buid, status: 'linked' })
  const second = await signUp({ first_name: 'Quillon', last_name: 'Zabriskie' })
  expect(await readSuggestions(second.id)).toMatchObject([
    { person: { buid }, linked: { id: first.id, email: first.email } },
  ])
  const stranger = await signUp({
    first_name: 'Wxyz',
    last_name: 'Vvvvq',
    zip_code: null,
    city: null,
    status: 'started',
  })
  expect(await readSuggestions(stranger.id)).toEqual([])
  expect((await stan.get('/champion_signups/999999/suggestions')).statusCode).toBe(404)
})

test('only the strongest candidate is preselected, and only if nothing contradicts it', async () => {
  const addDegree = (buid: string, year: number) =>
    db
      .insertInto('educations')
      .values({ buid, kind: 'degree', degree_code: 'BA', degree_date: `${year}-05-08`, college_code: 'AS' })
      .execute()
  const preselected = async (id: number) => (await readReply(id)).preselected
  const ines = { first_name: 'Inês', last_name: 'Carvalho' }
  const strong = await alumnus({ ...ines, primary_email: 'ines@example.org', city: 'Boston', country: 'US' })
  await addDegree(strong, 2009)
  const namesake = await alumnus({ ...ines, city: 'Denver', country: 'US' })
  await addDegree(namesake, 1988)
  const signup = await signUp({ ...ines, email: 'ines@example.org', degree_year: 2009 })
  expect(await preselected(signup.id)).toBe(strong)

  await signUp({ ...ines, buid: strong, status: 'linked' })
  expect(await readSuggestions(signup.id)).toMatchObject([{ person: { buid: strong } }, { person: { buid: namesake } }])
  expect(await preselected(signup.id)).toBeNull()

  const alone = { first_name: 'Ottoline', last_name: 'Varga' }
  const ottoline = await alumnus({
    ...alone,
    city: 'Denver',
    country: 'US',
    primary_email: 'otti@example.org',
    school_email: 'vargas@example.org',
  })
  await addDegree(ottoline, 1988)
  const findPreselected = (values: Parameters<typeof signUp>[0]) =>
    signUp({ ...alone, ...values }).then(({ id }) => preselected(id))
  expect(await findPreselected({ city: 'Denver', degree_year: 1988 })).toBe(ottoline)
  expect(await findPreselected({ city: 'Denver', degree_year: 2009 })).toBeNull()
  expect(await findPreselected({ city: 'Boston', degree_year: 1988 })).toBeNull()
  expect(await findPreselected({ city: 'Boston', degree_year: 1988, email: 'otti@example.org' })).toBe(ottoline)
  expect(
    await findPreselected({ first_name: 'Béla', city: 'Denver', degree_year: 1988, email: 'vargas@example.org' }),
  ).toBeNull()

  const twin = await alumnus({ ...alone, city: 'Denver', country: 'US' })
  expect(await findPreselected({ city: 'Denver' })).toBeNull()
  await db.updateTable('alumni').set({ deceased: true }).where('buid', 'in', [ottoline, twin]).execute()
  expect(await findPreselected({ city: 'Denver', degree_year: 1988 })).toBeNull()
})
