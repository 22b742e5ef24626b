import { alumnusFields } from '@alumni/shared/alumni/fields'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type AlumnusPage, fieldLabel } from '@alumni/shared/alumni/record'
import { definitions } from '../../exchange/imports/types.ts'
import { buildImportStory, csv } from '../../exchange/imports/testing/import-story.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'

const story = await buildImportStory()
const { ada, as, nobody, importFile, db } = story
const { add } = recordsOf(story)
const vera = await as('viewer')
const pageOf = async (id: string | number) => (await vera.get(`/alumni/${id}`)).json<AlumnusPage>()

beforeAll(async () => {
  await importFile(
    'contacts',
    csv(
      'BUID,Contact ID,Prefix,First Name,Middle Name,Last Name,Suffix,Preferred Name,Former Last Name,Primary Email,City,Do Not Email',
      "B00000004,C-000000004,Dr.,Margaret,Ann,O'Neil,Jr.,Peggy,Jones,peggy@example.org,Durham,yes",
      'B00000005,,,Minh,,Nguyễn,,,,,,',
    ),
  )
  await importFile('contacts', csv('BUID,City', 'B00000004,Raleigh'))
  await importFile(
    'educations',
    csv(
      'BUID,Degree Code,Degree Date,Major Code,Major,College',
      'B00000004,BS,2008-05-09,CS,Computer Science,Engineering',
      'B00000004,MD,2012-05-11,MED,Medicine,Medicine',
    ),
  )
  await importFile(
    'areas-of-study',
    csv(
      'BUID,Area Type,Major Code,Major,Degree Date',
      'B00000004,minor,MUS,Music,2012-05-11',
      'B00000004,concentration,JAZ,Jazz,',
    ),
  )
  await importFile(
    'employment',
    csv(
      'BUID,Employer,Job Title,Start Date,End Date,Current',
      'B00000004,City Hospital,Resident,2012-07-01,2016-06-30,no',
      'B00000004,Harbour Clinic,Surgeon,2016-07-01,,yes',
    ),
  )
  await sql`insert into affinities values ('CHOIR', 'University Choir', 'Vocal Ensembles'), ('CREW', 'Rowing', 'Athletics')`.execute(
    db,
  )
  await sql`insert into alumni_affinities values ('B00000004', 'CHOIR'), ('B00000004', 'CREW')`.execute(db)
})

test('Vera opens Peggy’s page by BUID in any letter case and by internal id', async () => {
  const page = await pageOf('B00000004')
  expect(page.alumnus).toMatchObject({
    buid: 'B00000004',
    contact_id: 'C-000000004',
    display_name: `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`,
    city: 'Raleigh',
    crm_id: null,
    do_not_email: true,
    deceased: false,
  })
  expect(Object.keys(page.alumnus)).toEqual(expect.arrayContaining(alumnusFields))
  expect(await pageOf(page.alumnus.id)).toEqual(page)
  expect(await pageOf('b00000004')).toEqual(page)
})

test('her degrees, areas of study, positions and affinities are sorted by date', async () => {
  const page = await pageOf('B00000004')
  expect(page.educations).toMatchObject([
    { degree_code: 'MD', degree_date: '2012-05-11', college_name: 'Medicine' },
    { degree_code: 'BS', major_desc: 'Computer Science' },
  ])
  expect(page.areas_of_study).toMatchObject([
    { area_type: 'minor', major_desc: 'Music' },
    { area_type: 'concentration', degree_date: null },
  ])
  expect(page.employment).toMatchObject([
    { employer: 'Harbour Clinic', current: true, end_date: null },
    { employer: 'City Hospital', start_date: '2012-07-01', end_date: '2016-06-30' },
  ])
  expect(page.affinities).toEqual([
    { affinity_code: 'CREW', name: 'Rowing', category: 'Athletics' },
    { affinity_code: 'CHOIR', name: 'University Choir', category: 'Vocal Ensembles' },
  ])
})

test('the most recent degree is the latest one, and precedes an area of study of the same day', async () => {
  expect((await pageOf('B00000004')).alumnus.recent_degree).toEqual({
    major_desc: 'Medicine',
    college_name: 'Medicine',
    degree_code: 'MD',
    degree_date: '2012-05-11',
  })
  const minh = await pageOf('B00000005')
  expect(minh).toMatchObject({
    alumnus: { display_name: 'Minh Nguyễn', recent_degree: null },
    educations: [],
    areas_of_study: [],
    employment: [],
    affinities: [],
  })
  await add('educations', {
    buid: 'B00000005',
    kind: 'area_of_study',
    area_type: 'minor',
    major_code: 'ART',
    major_desc: 'Art',
  })
  expect((await pageOf('B00000005')).alumnus.recent_degree).toEqual({
    major_desc: 'Art',
    college_name: null,
    degree_code: null,
    degree_date: null,
  })
})

test.each(['B99999999', '999999', '0', 'B1', 'peggy', '99999999999999999999', '1%00', 'B0000000４'])(
  '/alumni/%s is not found',
  async (id) => {
    expect((await ada.get(`/alumni/${id}`)).statusCode).toBe(404)
  },
)

test('every role may see the page, and no one who is signed out', async () => {
  for (const role of ['viewer', 'staff', 'admin'] as const) {
    const person = await as(role)
    expect((await person.get('/alumni/B00000004')).statusCode).toBe(200)
    expect((await person.visit('/alumni/B00000004')).headers['content-type']).toContain('text/html')
  }
  expect((await nobody.get('/alumni/B00000004')).statusCode).toBe(401)
  expect((await nobody.visit('/alumni/B00000004')).headers.location).toBe('/login?return_to=%2Falumni%2FB00000004')
})

test('every field of import files has a label', () => {
  const fields = Object.values(definitions).flatMap((definition) => definition.fields.map(({ name }) => name))
  expect(fields.filter((field) => fieldLabel(field) === field)).toEqual([])
  expect(definitions.contacts.fields.map(({ name }) => name)).toEqual(alumnusFields)
})
