import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { anyAskChoices, askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import type { SearchChoices } from '@alumni/shared/alumni/search'
import { searchPhrases } from '@alumni/shared/alumni/search-words'
import {
  CodesField,
  EventField,
  PlaceField,
  TypedField,
  YesNoField,
} from '../../domain/searches/filter-fields-later.ts'
import { createFilterKinds, createFilterSet, defaultDistance } from '../../domain/searches/filters.tsx'
import type { SearchWord, SearchWords } from './search-words.ts'

const { codes, text, yesNo, years, days, withoutField: former } = createFilterKinds<SearchWord, SearchChoices>()

const thisYear = String(new Date().getFullYear())

/** Adds activity and event to a chip of days, unless the other days are set. */
const unlessDated =
  (...days: SearchWord[]) =>
  (words: SearchWords): SearchWord[] =>
    days.some((day) => words[day]) ? [] : ['activity', 'event']

/** The filters of the search for alumni. */
export const searchFilters = createFilterSet(
  {
    college: codes('college', 'College', 'colleges', ({ colleges }) => colleges),
    major: codes('major', 'Major', 'majors', ({ majors }) => majors),
    degree: codes('degree', 'Degree', 'degrees', ({ degrees }) => degrees.map((code) => ({ code, name: code }))),
    class_years: years('year_from', 'year_to', 'Class year'),
    reunion: {
      words: ['reunion'],
      fields: (typed) => [
        <TypedField key="reunion" label="Reunion year" hint={thisYear} isNumber {...typed('reunion')} />,
      ],
    },
    degree_by: former('degree_by'),
    decade: former('decade'),
    zip: former('zip'),
    state: codes('state', 'State', 'states', ({ states }) => states),
    country: codes('country', 'Country', 'countries', ({ countries }) => countries),
    place: {
      words: ['near', 'within'],
      defaults: defaultDistance,
      fields: (typed) => [
        <PlaceField key="near" label="Near" hint="City, ZIP or postal code" {...typed('near')} />,
        <TypedField
          key="within"
          label="Distance in miles (1 to 500)"
          hint="In that place only"
          isNumber
          {...typed('within')}
        />,
      ],
    },
    activity: codes('activity', 'Activity', 'activities', ({ activities }) => activities),
    event: {
      words: ['event'],
      fields: (typed) => [<EventField key="event" activity={typed('activity').value} {...typed('event')} />],
    },
    engaged: {
      ...days('engaged_from', 'engaged_to', 'Engaged'),
      alsoWords: unlessDated('not_engaged_from', 'not_engaged_to'),
    },
    engaged_before: yesNo('engaged_before', 'Engaged before that'),
    not_engaged: {
      ...days('not_engaged_from', 'not_engaged_to', 'Not engaged'),
      alsoWords: unlessDated('engaged_from', 'engaged_to'),
    },
    affinity: codes('affinity', 'Affinity', 'affinities', ({ affinities }) => affinities),
    employer: text('employer', 'Employer', 'Part of its name'),
    answered: {
      words: ['answered', 'answer'],
      fields: (typed, choices) => [
        <CodesField key="answered" label="Answered" choices={choices?.answered} {...typed('answered')} />,
        <CodesField key="answer" label="Answer" choices={answerChoices} {...typed('answer')} />,
      ],
      codes: {
        listName: 'events and opportunities',
        list: ({ answered }) => answered,
        chipList: ({ answered }) => [...answered, ...answerChoices],
      },
    },
    asked: {
      words: ['asked', 'was_asked', 'asked_from', 'not_asked_from', 'ask_answer'],
      fields: (typed, choices) => [
        <CodesField
          key="asked"
          label="Asked for"
          choices={choices && [...anyAskChoices, ...choices.asked]}
          {...typed('asked')}
        />,
        <CodesField key="ask_answer" label="Answered the ask" choices={askAnswerChoices} {...typed('ask_answer')} />,
        <TypedField key="asked_from" label="Asked since" isDate {...typed('asked_from')} />,
        <TypedField key="not_asked_from" label="Not asked since" isDate {...typed('not_asked_from')} />,
        <YesNoField key="was_asked" label="Ever asked" {...typed('was_asked')} />,
      ],
      codes: {
        listName: 'events and opportunities',
        list: ({ asked }) => [...anyAskChoices, ...asked],
        chipList: ({ asked }) => [...anyAskChoices, ...asked, ...askAnswerChoices],
      },
    },
    champion: yesNo('champion', 'Champion'),
    deceased: yesNo('deceased', 'Deceased'),
    do_not_contact: yesNo('do_not_contact', 'Do not contact'),
    do_not_email: yesNo('do_not_email', 'Do not e-mail'),
    by_email: yesNo('by_email', 'Can be e-mailed'),
    lost: yesNo('lost', 'Lost: no e-mail or postal address'),
  },
  searchPhrases,
  [
    {
      title: 'Most used',
      filters: ['place', 'state', 'class_years', 'college', 'major', 'affinity', 'engaged', 'champion'],
    },
    {
      title: 'Degree',
      about: 'These, the college, the major and the class year apply to the same degree.',
      filters: ['degree', 'reunion'],
    },
    {
      title: 'Place and employer',
      about: 'Distances work only in the United States; elsewhere, only the place itself is searched.',
      filters: ['country', 'employer'],
    },
    {
      title: 'Engagement',
      about: 'Activity and event apply to each date range.',
      filters: ['activity', 'event', 'engaged_before', 'not_engaged', 'answered'],
    },
    {
      title: 'Asked',
      about: 'Letters about an event or opportunity, and asks that staff noted. All of these apply to the same asks.',
      filters: ['asked'],
    },
    {
      title: 'Status and contact',
      filters: ['deceased', 'do_not_contact', 'do_not_email', 'by_email', 'lost'],
    },
  ],
)
