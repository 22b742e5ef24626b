import type { SearchChoices } from '@alumni/shared/alumni/search'
import { TypedField, YesNoField } from '../../domain/searches/filter-fields.tsx'
import { dayOrText, filterKinds, filterSet, yesOrNo, zipWords } from '../../domain/searches/filters.tsx'
import { count } from '../../ui/words/numbers.ts'
import type { SearchWord, SearchWords } from './search-words.ts'

const { codes, college, text, yesNo, years, days } = filterKinds<SearchWord, SearchChoices>()

/** The filters of the search for alumni. */
export const searchFilters = filterSet(
  {
    college: college(({ colleges }) => colleges),
    major: codes('major', 'Major', 'majors', ({ majors }) => majors),
    degree: codes('degree', 'Degree', 'degrees', ({ degrees }) => degrees.map((code) => ({ code, name: code }))),
    class_years: years('year_from', 'year_to', 'Class of', 'Class of'),
    degree_by: {
      words: ['degree_by'],
      chip: ({ degree_by }) => `Degree dated by ${dayOrText(degree_by!)}`,
      fields: (typed) => [<TypedField key="by" label="Degree dated by" isDate {...typed('degree_by')} />],
    },
    state: codes('state', 'State', 'states', ({ states }) => states),
    country: codes('country', 'Country', 'countries', ({ countries }) => countries),
    zip: {
      words: ['zip', 'within'],
      chip: distanceWords,
      fields: (typed) => [
        <TypedField key="zip" label="ZIP code" hint="02118, or 021" isNumber {...typed('zip')} />,
        <TypedField key="within" label="Within miles" hint="Any distance" isNumber {...typed('within')} />,
      ],
    },
    activity: codes('activity', 'Activity', 'activities', ({ activities }) => activities),
    event: text('event', 'Event', 'Its name in full'),
    engaged: days('engaged_from', 'engaged_to', 'Engaged'),
    engaged_before: {
      words: ['engaged_before'],
      chip: beforeWords,
      fields: (typed) => [<YesNoField key="before" label="Engaged before that" {...typed('engaged_before')} />],
    },
    not_engaged: days('not_engaged_from', 'not_engaged_to', 'Not engaged'),
    affinity: codes('affinity', 'Affinity', 'affinities', ({ affinities }) => affinities),
    employer: text('employer', 'Employer', 'Part of its name'),
    champion: yesNo('champion', 'Champion', 'Not a champion'),
    deceased: yesNo('deceased', 'Deceased', 'Not deceased'),
    do_not_contact: yesNo('do_not_contact', 'Do not contact', 'May be contacted'),
    do_not_email: yesNo('do_not_email', 'Do not e-mail', 'E-mail allowed'),
  },
  [
    {
      title: 'Degree',
      about: 'All of these are about one and the same degree.',
      filters: ['college', 'major', 'degree', 'class_years', 'degree_by'],
    },
    { title: 'Place', filters: ['zip', 'state', 'country'] },
    {
      title: 'Engagement',
      about: 'Activity and event are about each of the days below.',
      filters: ['activity', 'event', 'engaged', 'engaged_before', 'not_engaged'],
    },
    { title: 'Belonging', filters: ['affinity', 'employer'] },
    { title: 'Standing', filters: ['champion', 'deceased', 'do_not_contact', 'do_not_email'] },
  ],
)

function beforeWords({ engaged_before: asked, engaged_from: from }: SearchWords): string {
  const before = from ? `before ${dayOrText(from)}` : 'before that'
  return yesOrNo(asked, `Engaged ${before} too`, `Never engaged ${before}`)
}

function distanceWords({ zip, within }: SearchWords): string {
  if (!within) return zipWords(zip)
  const miles = Number.isFinite(Number(within)) ? count(Number(within)) : within
  return `Within ${miles} ${within === '1' ? 'mile' : 'miles'} of ${zip ?? 'a ZIP code'}`
}
