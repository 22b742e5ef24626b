import { expect, test } from 'vitest'
import { foldHeader } from '@alumni/shared/exchange/imports'
import { mapColumns, uploadedColumns } from './columns.ts'
import { definitions } from '../types.ts'

const mapHeader = (type: keyof typeof definitions, header: string, byHand: Record<string, string> = {}) => {
  const { columns, unknown, refused } = mapColumns(
    definitions[type],
    header.split(',').map((name) => name.trim()),
    new Map(Object.entries(byHand)),
  )
  return { ...Object.fromEntries(columns.map((column) => [column.header, column.field])), unknown, refused }
}

test.each([
  ['First Name', 'firstname'],
  [' first_NAME ', 'firstname'],
  ['FirstName', 'firstname'],
  ['AQB__MaidenName__c', 'maidenname'],
  ['hed__Former_Last_Name__c', 'formerlastname'],
  ['Former_Last_Name__c', 'formerlastname'],
  ['Contact: Last Name', 'lastname'],
  ['__proto__', 'proto'],
  ['constructor', 'constructor'],
  ['__c', ''],
])('the header %j is compared as %j', (header, folded) => {
  expect(foldHeader(header)).toBe(folded)
})

test.each(['contacts', 'educations', 'areas-of-study', 'employment'] as const)(
  '%s recognizes each of its labels in any letter case, with spaces, underscores or none',
  (type) => {
    const labels = definitions[type].fields.map(({ label }) => label)
    const names = definitions[type].fields.map(({ name }) => name)
    for (const written of [
      labels,
      labels.map((label) => label.toUpperCase()),
      labels.map((label) => label.replaceAll(' ', '_')),
      labels.map((label) => label.replaceAll(' ', '')),
    ]) {
      const { columns, unknown } = mapColumns(definitions[type], written, new Map())
      expect([columns.map(({ field }) => field), unknown]).toEqual([names, []])
    }
  },
)

test('no name is used by two fields of a type', () => {
  for (const { fields } of Object.values(definitions)) {
    const names = fields.flatMap(({ label, otherNames = [] }) => [label, ...otherNames]).map(foldHeader)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})

test('NPSP’s contacts are recognized with the Data Loader’s names', () => {
  expect(
    mapHeader(
      'contacts',
      'ID,BUID__C,SALUTATION,FIRSTNAME,LASTNAME,NPE01__HOMEEMAIL__C,NPE01__WORKEMAIL__C,EMAIL,HOMEPHONE,NPSP__DECEASED__C,NPSP__DO_NOT_CONTACT__C,HASOPTEDOUTOFEMAIL,CREATEDDATE',
    ),
  ).toEqual({
    ID: 'crm_id',
    BUID__C: 'buid',
    SALUTATION: 'prefix',
    FIRSTNAME: 'first_name',
    LASTNAME: 'last_name',
    NPE01__HOMEEMAIL__C: 'personal_email',
    NPE01__WORKEMAIL__C: 'work_email',
    EMAIL: 'primary_email',
    HOMEPHONE: 'home_phone',
    NPSP__DECEASED__C: 'deceased',
    NPSP__DO_NOT_CONTACT__C: 'do_not_contact',
    HASOPTEDOUTOFEMAIL: 'do_not_email',
    unknown: ['CREATEDDATE'],
    refused: [],
  })
})

test('Affinaquest’s contacts are recognized', () => {
  expect(
    mapHeader(
      'contacts',
      'Id,AQB__ContactExternalID__c,Salutation,FirstName,MiddleName,LastName,Suffix,AQB__MaidenName__c,AQB__Nickname__c,AQB__PersonalEmail__c,AQB__BusinessEmail__c,AQB__SchoolEmail__c,AQB__OtherEmail__c,MobilePhone,OtherPhone,MailingStreet,MailingCity,MailingState,MailingPostalCode,MailingCountry,AQB__DateofDeath__c',
    ),
  ).toEqual({
    Id: 'crm_id',
    AQB__ContactExternalID__c: 'buid',
    Salutation: 'prefix',
    FirstName: 'first_name',
    MiddleName: 'middle_name',
    LastName: 'last_name',
    Suffix: 'suffix',
    AQB__MaidenName__c: 'former_last_name',
    AQB__Nickname__c: 'preferred_name',
    AQB__PersonalEmail__c: 'personal_email',
    AQB__BusinessEmail__c: 'work_email',
    AQB__SchoolEmail__c: 'school_email',
    AQB__OtherEmail__c: 'other_email',
    MobilePhone: 'mobile_phone',
    OtherPhone: 'home_phone',
    MailingStreet: 'street',
    MailingCity: 'city',
    MailingState: 'state',
    MailingPostalCode: 'postal_code',
    MailingCountry: 'country',
    AQB__DateofDeath__c: 'deceased',
    unknown: [],
    refused: [],
  })
})

test('Affinaquest’s educations, areas of study and employment are recognized, with the BUID of their contact', () => {
  const buid = 'AQB__ContactId__r.AQB__ContactExternalID__c'
  expect(
    mapHeader(
      'educations',
      `${buid},AQB__School__c,AQB__Department__c,AQB__DegreeDiploma__c,AQB__DegreeLevel__c,AQB__GraduationYear__c,AQB__IsPrimaryDegree__c,Degree Date`,
    ),
  ).toEqual({
    [buid]: 'buid',
    AQB__School__c: 'college_name',
    AQB__Department__c: 'major_desc',
    AQB__DegreeDiploma__c: 'degree_code',
    'Degree Date': 'degree_date',
    unknown: ['AQB__DegreeLevel__c', 'AQB__GraduationYear__c', 'AQB__IsPrimaryDegree__c'],
    refused: [],
  })
  expect(
    mapHeader(
      'areas-of-study',
      'AQB__Contact__r.AQB__ContactExternalID__c,AQB__AreaOfStudy__c,AQB__ConcentrationLevel__c,AQB__StartYear__c,Major Code',
    ),
  ).toEqual({
    'AQB__Contact__r.AQB__ContactExternalID__c': 'buid',
    AQB__AreaOfStudy__c: 'major_desc',
    AQB__ConcentrationLevel__c: 'area_type',
    'Major Code': 'major_code',
    unknown: ['AQB__StartYear__c'],
    refused: [],
  })
  expect(
    mapHeader(
      'employment',
      `${buid},AQB__EmployerName__c,AQB__Title__c,AQB__Industry__c,AQB__StartDate__c,AQB__EndDate__c,AQB__IsPrimaryEmployer__c,AQB__Status__c,AQB__Earnings__c`,
    ),
  ).toEqual({
    [buid]: 'buid',
    AQB__EmployerName__c: 'employer',
    AQB__Title__c: 'job_title',
    AQB__StartDate__c: 'start_date',
    AQB__EndDate__c: 'end_date',
    AQB__Status__c: 'current',
    unknown: ['AQB__Industry__c', 'AQB__IsPrimaryEmployer__c'],
    refused: ['AQB__Earnings__c'],
  })
})

test('EDA’s contacts, education history and affiliations are recognized with and without their namespace', () => {
  for (const namespace of ['hed__', '']) {
    const name = (header: string) => `${namespace}${header}__c`
    expect(
      mapHeader(
        'contacts',
        `BUID,${['AlternateEmail', 'UniversityEmail', 'WorkEmail', 'Preferred_Email', 'Former_Last_Name', 'Chosen_Full_Name', 'Deceased', 'Do_Not_Contact'].map(name).join()}`,
      ),
    ).toEqual({
      BUID: 'buid',
      [name('AlternateEmail')]: 'personal_email',
      [name('UniversityEmail')]: 'school_email',
      [name('WorkEmail')]: 'work_email',
      [name('Former_Last_Name')]: 'former_last_name',
      [name('Deceased')]: 'deceased',
      [name('Do_Not_Contact')]: 'do_not_contact',
      unknown: [name('Preferred_Email'), name('Chosen_Full_Name')],
      refused: [],
    })
    expect(
      mapHeader('educations', `BUID,${['Contact', 'Degree_Earned', 'Graduation_Date'].map(name).join()}`),
    ).toMatchObject({
      [name('Degree_Earned')]: 'degree_code',
      [name('Graduation_Date')]: 'degree_date',
      unknown: [name('Contact')],
    })
    expect(
      mapHeader(
        'employment',
        `BUID,${['Contact', 'Account', 'Role', 'Primary', 'StartDate', 'EndDate'].map(name).join()}`,
      ),
    ).toMatchObject({
      [name('Account')]: 'employer',
      [name('Role')]: 'job_title',
      [name('StartDate')]: 'start_date',
      [name('EndDate')]: 'end_date',
      unknown: [name('Contact'), name('Primary')],
    })
    for (const sensitive of ['Social_Security_Number', 'Race', 'Religion'])
      expect(() => mapHeader('contacts', `BUID,${name(sensitive)}`)).toThrow(
        `This service may not store “${name(sensitive)}”.`,
      )
  }
})

test('labels of reports are recognized', () => {
  expect(
    mapHeader(
      'contacts',
      'Contact: Contact External ID,Contact ID,Contact: First Name,Email,Mobile,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Email Opt Out',
    ),
  ).toEqual({
    'Contact: Contact External ID': 'buid',
    'Contact ID': 'contact_id',
    'Contact: First Name': 'first_name',
    Email: 'primary_email',
    Mobile: 'mobile_phone',
    'Mailing City': 'city',
    'Mailing State/Province': 'state',
    'Mailing Zip/Postal Code': 'postal_code',
    'Email Opt Out': 'do_not_email',
    unknown: [],
    refused: [],
  })
})

test('our own label precedes the CRM’s in any position, and an assignment by hand precedes both', () => {
  expect(mapHeader('contacts', 'BUID,Nickname,Preferred Name')).toEqual({
    BUID: 'buid',
    'Preferred Name': 'preferred_name',
    unknown: ['Nickname'],
    refused: [],
  })
  expect(mapHeader('contacts', 'BUID,Nickname,Preferred Name,Alias', { alias: 'preferred_name' })).toEqual({
    BUID: 'buid',
    Alias: 'preferred_name',
    unknown: ['Nickname', 'Preferred Name'],
    refused: [],
  })
  expect(mapHeader('contacts', 'BUID,Last Name,First Name', { lastname: 'former_last_name' })).toMatchObject({
    'Last Name': 'former_last_name',
    'First Name': 'first_name',
  })
})

test('the columns added by an issues file are ignored', () => {
  expect(uploadedColumns(['BUID', 'Reason', 'row', 'outcome', 'reason'])).toEqual(['BUID', 'Reason'])
  expect(uploadedColumns(['BUID', 'row', 'reason', 'outcome'])).toEqual(['BUID', 'row', 'reason', 'outcome'])
  expect(uploadedColumns(['reason'])).toEqual(['reason'])
})
