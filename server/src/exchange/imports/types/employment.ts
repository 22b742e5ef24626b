import type { ImportDefinition } from '../definition.ts'

export const employment: ImportDefinition = {
  type: 'employment',
  table: 'employments',
  record: 'employment',
  key: ['buid', 'employer', 'start_date'],
  unique: [],
  chunk: 200,
  isSnapshot: true,
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
      name: 'employer',
      label: 'Employer',
      kind: 'text',
      isRequired: true,
      also: ['Employer Name', 'Organization', 'Account Name', 'Account'],
    },
    { name: 'job_title', label: 'Job Title', kind: 'text', also: ['Title', 'Role'] },
    { name: 'start_date', label: 'Start Date', kind: 'date' },
    { name: 'end_date', label: 'End Date', kind: 'date' },
    { name: 'current', label: 'Current', kind: 'flag', also: ['Status', 'Is Current', 'Is Primary Employer'] },
  ],
}
