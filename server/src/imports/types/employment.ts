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
    { name: 'buid', label: 'BUID', kind: 'buid', isRequired: true },
    { name: 'employer', label: 'Employer', kind: 'text', isRequired: true, also: ['Employer Name', 'Account'] },
    { name: 'job_title', label: 'Job Title', kind: 'text', also: ['Title', 'Role'] },
    { name: 'start_date', label: 'Start Date', kind: 'date' },
    { name: 'end_date', label: 'End Date', kind: 'date' },
    { name: 'current', label: 'Current', kind: 'flag', also: ['Is Primary Employer'] },
  ],
}
