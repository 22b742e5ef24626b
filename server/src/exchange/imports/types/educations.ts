import type { ImportDefinition } from '../definition.ts'

export const educations: ImportDefinition = {
  type: 'educations',
  table: 'educations',
  record: 'education',
  key: ['buid', 'degree_code', 'degree_date'],
  always: { kind: 'degree' },
  unique: [],
  chunk: 200,
  isSnapshot: false,
  isProtectedByCrmChanges: false,
  fields: [
    {
      name: 'buid',
      label: 'BUID',
      kind: 'buid',
      isRequired: true,
      also: [
        'Contact External ID',
        'AQB__ContactId__r.AQB__ContactExternalID__c',
        'AQB__Contact__r.AQB__ContactExternalID__c',
      ],
    },
    {
      name: 'degree_code',
      label: 'Degree Code',
      kind: 'code',
      isRequired: true,
      also: ['Degree Diploma', 'Degree Earned', 'Degree'],
    },
    {
      name: 'degree_date',
      label: 'Degree Date',
      kind: 'date',
      isRequired: true,
      also: ['Graduation Date', 'Date Conferred', 'Conferral Date'],
    },
    { name: 'major_code', label: 'Major Code', kind: 'code' },
    { name: 'major_desc', label: 'Major', kind: 'text', also: ['Department'] },
    { name: 'college_code', label: 'College Code', kind: 'code' },
    { name: 'college_name', label: 'College', kind: 'text', also: ['School'] },
  ],
}
