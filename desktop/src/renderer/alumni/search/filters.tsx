import { answerChoices } from '@alumni/shared/alumni/answer-filters'
import { anyAskChoices, askAnswerChoices } from '@alumni/shared/alumni/ask-filters'
import type { SearchChoices } from '@alumni/shared/alumni/search'
import { searchFilterDescribers } from '@alumni/shared/alumni/search-filter-describers'
import { CodesField, EventField, PlaceField, TypedField, YesNoField } from '../../domain/searches/lazy-filter-fields.ts'
import { createFilterKinds, createFilterSet, defaultDistance } from '../../domain/searches/filters.tsx'
import type { SearchParam, SearchParams } from './search-params.ts'

const {
  codes: codesFilter,
  text: textFilter,
  yesNo: yesNoFilter,
  years: yearsFilter,
  days: daysFilter,
  withoutField: filterWithoutField,
} = createFilterKinds<SearchParam, SearchChoices>()

const thisYear = String(new Date().getFullYear())

/** Removing a date range also removes the activity and event, unless the other date range is set. */
const paramsUnlessDated =
  (...days: SearchParam[]) =>
  (params: SearchParams): SearchParam[] =>
    days.some((day) => params[day]) ? [] : ['activity', 'event']

export const searchFilters = createFilterSet(
  {
    college: codesFilter('college', 'College', 'colleges', ({ colleges }) => colleges),
    major: codesFilter('major', 'Major', 'majors', ({ majors }) => majors),
    degree: codesFilter('degree', 'Degree', 'degrees', ({ degrees }) => degrees.map((code) => ({ code, name: code }))),
    class_years: yearsFilter('year_from', 'year_to', 'Class year'),
    reunion: {
      params: ['reunion'],
      fields: (fieldProps) => [
        <TypedField key="reunion" label="Reunion year" hint={thisYear} isNumber {...fieldProps('reunion')} />,
      ],
    },
    degree_by: filterWithoutField('degree_by'),
    decade: filterWithoutField('decade'),
    zip: filterWithoutField('zip'),
    state: codesFilter('state', 'State', 'states', ({ states }) => states),
    country: codesFilter('country', 'Country', 'countries', ({ countries }) => countries),
    place: {
      params: ['near', 'within'],
      defaults: defaultDistance,
      fields: (fieldProps) => [
        <PlaceField key="near" label="Near" hint="City, ZIP or postal code" {...fieldProps('near')} />,
        <TypedField
          key="within"
          label="Distance in miles (1 to 500)"
          hint="In that place only"
          isNumber
          {...fieldProps('within')}
        />,
      ],
    },
    activity: codesFilter('activity', 'Activity', 'activities', ({ activities }) => activities),
    event: {
      params: ['event'],
      fields: (fieldProps) => [
        <EventField key="event" activity={fieldProps('activity').value} {...fieldProps('event')} />,
      ],
    },
    engaged: {
      ...daysFilter('engaged_from', 'engaged_to', 'Engaged'),
      alsoParams: paramsUnlessDated('not_engaged_from', 'not_engaged_to'),
    },
    engaged_before: yesNoFilter('engaged_before', 'Engaged before that'),
    not_engaged: {
      ...daysFilter('not_engaged_from', 'not_engaged_to', 'Not engaged'),
      alsoParams: paramsUnlessDated('engaged_from', 'engaged_to'),
    },
    affinity: codesFilter('affinity', 'Affinity', 'affinities', ({ affinities }) => affinities),
    employer: textFilter('employer', 'Employer', 'Part of its name'),
    answered: {
      params: ['answered', 'answer'],
      fields: (fieldProps, choices) => [
        <CodesField key="answered" label="Answered" choices={choices?.answered} {...fieldProps('answered')} />,
        <CodesField key="answer" label="Answer" choices={answerChoices} {...fieldProps('answer')} />,
      ],
      codes: {
        listName: 'events and opportunities',
        list: ({ answered }) => answered,
        chipList: ({ answered }) => [...answered, ...answerChoices],
      },
    },
    asked: {
      params: ['asked', 'was_asked', 'asked_from', 'not_asked_from', 'ask_answer'],
      fields: (fieldProps, choices) => [
        <CodesField
          key="asked"
          label="Asked for"
          choices={choices && [...anyAskChoices, ...choices.asked]}
          {...fieldProps('asked')}
        />,
        <CodesField
          key="ask_answer"
          label="Answered the ask"
          choices={askAnswerChoices}
          {...fieldProps('ask_answer')}
        />,
        <TypedField key="asked_from" label="Asked since" isDate {...fieldProps('asked_from')} />,
        <TypedField key="not_asked_from" label="Not asked since" isDate {...fieldProps('not_asked_from')} />,
        <YesNoField key="was_asked" label="Ever asked" {...fieldProps('was_asked')} />,
      ],
      codes: {
        listName: 'events and opportunities',
        list: ({ asked }) => [...anyAskChoices, ...asked],
        chipList: ({ asked }) => [...anyAskChoices, ...asked, ...askAnswerChoices],
      },
    },
    champion: yesNoFilter('champion', 'Champion'),
    deceased: yesNoFilter('deceased', 'Deceased'),
    do_not_contact: yesNoFilter('do_not_contact', 'Do not contact'),
    do_not_email: yesNoFilter('do_not_email', 'Do not e-mail'),
    by_email: yesNoFilter('by_email', 'Can be e-mailed'),
    lost: yesNoFilter('lost', 'Lost: no e-mail or postal address'),
  },
  searchFilterDescribers,
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
