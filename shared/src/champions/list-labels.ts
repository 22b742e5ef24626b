import { filterDescribers, type FilterDescriber } from '../describe-filters.ts'
import { describePlace } from '../alumni/search-filter-describers.ts'
import type { HelpRole } from './record.ts'
import { type SignupsQuery } from './list-filters.ts'

const { whenSet, codes, college, text, yesNo, years, days } = filterDescribers<keyof SignupsQuery>()

export const helpLabels: Record<HelpRole, string> = {
  mentor: 'Mentoring',
  welcome: 'Welcoming',
  speak: 'Speaking',
  recruit: 'Recruiting',
  host: 'Hosting',
  advise: 'Admissions',
  organise: 'Reunions',
}

const goneLabels: Record<string, string> = { deleted: 'Deleted', merged: 'Merged into another' }

export const signupFilterDescribers = {
  show: whenSet(['show'], ({ show = '' }) => goneLabels[show] ?? `Show: ${show}`),
  completed: yesNo('completed', 'Completed', 'Not completed'),
  linked: yesNo('linked', 'Linked to an alumnus', 'Not linked to an alumnus'),
  unreached: yesNo('unreached', 'A letter did not arrive', 'Every letter arrived'),
  signed_up: days('signed_up_from', 'signed_up_to', 'Signed up'),
  help: codes('help', 'Helps with'),
  affinity: codes('affinity', 'Affinity'),
  college: college('college'),
  degree_year: years('year_from', 'year_to', 'Degree of'),
  near: whenSet(['near', 'within'], describePlace),
  city: text('city', 'City'),
  state: codes('state', 'State'),
  country: codes('country', 'Country'),
  google: text('google', 'Linked to Google'),
  source: text('source', 'Source'),
  zip: text('zip', 'ZIP code begins with'),
} satisfies Record<string, FilterDescriber<keyof SignupsQuery>>
