import { helpLabels, signupFilterDescribers } from '@alumni/shared/champions/list-labels'
import { helpRoles } from '@alumni/shared/champions/record'
import type { SignupChoices } from '@alumni/shared/champions/staff-list'
import { TypedField } from '../../domain/searches/lazy-filter-fields.ts'
import { createFilterKinds, createFilterSet, defaultDistance } from '../../domain/searches/filters.tsx'
import type { SignupParam } from './signup-params.ts'

const { codes, text, yesNo, oneOf, years, days, withoutField } = createFilterKinds<SignupParam, SignupChoices>()

const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const roles = toChoices(helpRoles)
const shortRoles = toChoices(helpLabels)

export const signupFilters = createFilterSet(
  {
    show: oneOf('show', 'Deleted or merged', { deleted: 'Deleted signups', merged: 'Merged signups' }, 'Neither'),
    completed: yesNo('completed', 'Completed'),
    linked: yesNo('linked', 'Linked to an alumnus'),
    unreached: yesNo('unreached', 'A letter did not arrive'),
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
      params: ['near', 'within'],
      defaults: defaultDistance,
      fields: (fieldProps) => [
        <TypedField key="near" label="Near" hint="Boston, or 02118" {...fieldProps('near')} />,
        <TypedField
          key="within"
          label="Distance in miles"
          hint="In that place only"
          isNumber
          {...fieldProps('within')}
        />,
      ],
    },
    city: text('city', 'City', 'Or how it begins'),
    state: codes('state', 'State', 'states', ({ states }) => states),
    country: codes('country', 'Country', 'countries', ({ countries }) => countries),
    google: withoutField('google'),
    source: withoutField('source'),
    zip: withoutField('zip'),
  },
  signupFilterDescribers,
  [
    {
      title: 'Most used',
      about: 'Degrees are as champions entered them.',
      filters: ['help', 'affinity', 'near', 'college', 'degree_year', 'signed_up', 'linked', 'completed'],
    },
    { title: 'Place', filters: ['city', 'state', 'country'] },
    { title: 'Signup', filters: ['unreached', 'show'] },
  ],
)
