import type { ImportDefinition } from '../definition.ts'

export const areasOfStudy: ImportDefinition = {
  type: 'areas-of-study',
  table: 'educations',
  record: 'education',
  key: ['buid', 'area_type', 'major_code'],
  always: { kind: 'area_of_study' },
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
    { name: 'area_type', label: 'Area Type', kind: 'code', isRequired: true, also: ['Concentration Level'] },
    { name: 'major_code', label: 'Major Code', kind: 'code', isRequired: true },
    { name: 'major_desc', label: 'Major', kind: 'text', also: ['Area Of Study'] },
    { name: 'degree_code', label: 'Degree Code', kind: 'code' },
    { name: 'degree_date', label: 'Degree Date', kind: 'date' },
    { name: 'college_code', label: 'College Code', kind: 'code' },
    { name: 'college_name', label: 'College', kind: 'text', also: ['School'] },
  ],
}
