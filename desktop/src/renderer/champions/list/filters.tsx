import { helpRoles, type HelpRole } from '@alumni/shared/champions/record'
import { sourceNames, type SignupChoices } from '@alumni/shared/champions/staff-list'
import { TypedField } from '../../domain/searches/filter-fields.tsx'
import { filterKinds, filterSet, zipWords } from '../../domain/searches/filters.tsx'
import type { SignupWord } from './signup-words.ts'

const { codes, college, text, yesNo, oneOf, years, days } = filterKinds<SignupWord, SignupChoices>()

/** The ways to help, in a word or two. */
export const helpWords: Record<HelpRole, string> = {
  mentor: 'Mentoring',
  welcome: 'Welcoming',
  speak: 'Speaking',
  recruit: 'Recruiting',
  host: 'Hosting',
  advise: 'Admissions',
  organise: 'Reunions',
}

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const roles = choicesOf(helpRoles)
const shortRoles = choicesOf(helpWords)
const absent: Record<string, string> = { deleted: 'Deleted', merged: 'Merged into another' }
const city = text('city', 'City', 'Or how it begins')

/** The filters of the list of signups; the status has a place of its own. */
export const signupFilters = filterSet(
  {
    show: oneOf(
      'show',
      'Deleted or merged',
      { deleted: 'Deleted ones instead', merged: 'Those merged into another instead' },
      ({ show = '' }) => absent[show] ?? `Show: ${show}`,
      'Neither',
    ),
    completed: yesNo('completed', 'Completed', 'Not completed'),
    linked: yesNo('linked', 'Linked to an alumnus', 'Not linked to an alumnus'),
    google: yesNo('google', 'Linked to Google', 'Not linked to Google'),
    unreached: yesNo('unreached', 'A letter did not arrive', 'Every letter arrived'),
    source: oneOf(
      'source',
      'Source',
      sourceNames,
      ({ source = '' }) => `Source: ${(sourceNames as Record<string, string>)[source] ?? source}`,
    ),
    signed_up: days('signed_up_from', 'signed_up_to', 'Signed up'),
    help: codes(
      'help',
      'Helps with',
      'ways to help',
      () => roles,
      () => shortRoles,
    ),
    affinity: codes('affinity', 'Affinity', 'affinities', ({ affinities }) => affinities),
    college: college(({ colleges }) => colleges),
    degree_year: years('year_from', 'year_to', 'Degree year', 'Degree of'),
    zip: {
      words: ['zip'],
      chip: ({ zip }) => zipWords(zip),
      fields: (typed, choices) => [
        <TypedField key="zip" label="ZIP code" hint="02118, or 021" isNumber {...typed('zip')} />,
        ...city.fields(typed, choices),
      ],
    },
    city,
    state: codes('state', 'State', 'states', ({ states }) => states),
    country: codes('country', 'Country', 'countries', ({ countries }) => countries),
  },
  [
    { title: 'Interest', filters: ['help', 'affinity'] },
    { title: 'Degree', about: 'As they told us themselves.', filters: ['college', 'degree_year'] },
    { title: 'Place', filters: ['zip', 'state', 'country'] },
    { title: 'Signup', filters: ['signed_up', 'source', 'completed', 'linked', 'google', 'unreached', 'show'] },
  ],
)
