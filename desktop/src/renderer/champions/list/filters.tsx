import { helpWords, signupPhrases } from '@alumni/shared/champions/list-words'
import { helpRoles } from '@alumni/shared/champions/record'
import { sourceNames, type SignupChoices } from '@alumni/shared/champions/staff-list'
import { TypedField } from '../../domain/searches/filter-fields-later.ts'
import { filterKinds, filterSet } from '../../domain/searches/filters.tsx'
import type { SignupWord } from './signup-words.ts'

const { codes, text, yesNo, oneOf, years, days } = filterKinds<SignupWord, SignupChoices>()

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const roles = choicesOf(helpRoles)
const shortRoles = choicesOf(helpWords)
const city = text('city', 'City', 'Or how it begins')

/** The filters of the list of signups; the status has a place of its own. */
export const signupFilters = filterSet(
  {
    show: oneOf('show', 'Deleted or merged', { deleted: 'Deleted signups', merged: 'Merged signups' }, 'Neither'),
    completed: yesNo('completed', 'Completed'),
    linked: yesNo('linked', 'Linked to an alumnus'),
    google: yesNo('google', 'Linked to Google'),
    unreached: yesNo('unreached', 'A letter did not arrive'),
    source: oneOf('source', 'Source', sourceNames),
    signed_up: days('signed_up_from', 'signed_up_to', 'Signed up'),
    help: codes(
      'help',
      'Helps with',
      'ways to help',
      () => roles,
      () => shortRoles,
    ),
    affinity: codes('affinity', 'Affinity', 'affinities', ({ affinities }) => affinities),
    college: codes('college', 'College', 'colleges', ({ colleges }) => colleges),
    degree_year: years('year_from', 'year_to', 'Class year'),
    near: {
      words: ['near', 'within'],
      fields: (typed) => [
        <TypedField key="near" label="Near" hint="Boston, or 02118" {...typed('near')} />,
        <TypedField key="within" label="Distance in miles" hint="In that place only" isNumber {...typed('within')} />,
      ],
    },
    zip: {
      words: ['zip'],
      fields: (typed, choices) => [
        <TypedField key="zip" label="ZIP code" hint="02118, or 021" isNumber {...typed('zip')} />,
        ...city.fields(typed, choices),
      ],
    },
    city,
    state: codes('state', 'State', 'states', ({ states }) => states),
    country: codes('country', 'Country', 'countries', ({ countries }) => countries),
  },
  signupPhrases,
  [
    { title: 'Interest', filters: ['help', 'affinity'] },
    { title: 'Degree', about: 'As champions entered it.', filters: ['college', 'degree_year'] },
    { title: 'Place', filters: ['near', 'zip', 'state', 'country'] },
    { title: 'Signup', filters: ['signed_up', 'source', 'completed', 'linked', 'google', 'unreached', 'show'] },
  ],
)
