import type { SearchChoices } from '@alumni/shared/alumni/search'
import { describe, expect, it, test } from 'vitest'
import { searchFilters as set } from './filters.tsx'
import type { SearchParams } from './search-params.ts'

const { chipsOf, without, withoutUnknown } = set

const choices: SearchChoices = {
  colleges: ['Engineering', 'Law', 'Arts', 'Medicine', 'Theology', 'Music', 'College of Music'].map((name) => ({
    code: name.slice(0, 2).toUpperCase(),
    name,
  })),
  majors: [],
  degrees: ['BA'],
  affinities: [{ code: 'ROW', name: 'Rowing', category: 'Sports' }],
  states: [],
  countries: [],
  activities: [
    { code: 'click', name: 'E-mail clicked' },
    { code: 'event', name: 'Event attended' },
  ],
  answered: [{ code: 'event-12', name: 'Homecoming 2026 · Oct 3, 2026' }],
  asked: [{ code: 'event-12', name: 'Homecoming 2026 · Oct 3, 2026' }],
}
const labels = (params: SearchParams) => chipsOf(params, choices).map(({ label }) => label)

test.each<[SearchParams, string]>([
  [{ college: 'EN' }, 'College: Engineering'],
  [{ college: 'EN,LA' }, 'College: Engineering or Law'],
  [{ college: 'EN,LA,AR,ME,TH,MU' }, 'College: Engineering, Law, Arts or 3 more'],
  [{ college: 'EN,LA,AR,ME' }, 'College: Engineering, Law, Arts or Medicine'],
  [{ college: 'CO,LA' }, 'College of Music or Law'],
  [{ college: 'EN,??' }, 'College: Engineering or ?? (unknown)'],
  [{ degree: 'BA,XY' }, 'Degree: BA or XY (unknown)'],
  [{ year_from: '1998', year_to: '2008' }, 'Class of 1998–2008'],
  [{ year_from: '1998', year_to: '1998' }, 'Class of 1998'],
  [{ year_from: '1998' }, 'Class of 1998 or later'],
  [{ year_to: '2008' }, 'Class of 2008 or earlier'],
  [{ near: '02118', within: '25' }, 'Within 25 miles of 02118'],
  [{ near: '02118', within: '1' }, 'Within 1 mile of 02118'],
  [{ near: '02118' }, 'At 02118'],
  [{ zip: '021' }, 'ZIP code begins with: 021'],
  [{ within: '25' }, 'Within 25 miles of a place'],
  [{ near: 'new york, ny' }, 'In New York, NY'],
  [{ near: 'new york, united states' }, 'In New York, United States'],
  [{ near: 'near new york, ny' }, 'Within 25 miles of New York, NY'],
  [{ near: 'within 10 miles of 02134' }, 'Within 10 miles of 02134'],
  [{ near: 'near boston', within: '100' }, 'Within 100 miles of Boston'],
  [{ near: 'nearby' }, 'In Nearby'],
  [{ near: 'sw1a' }, 'At SW1A'],
  [{ near: 'boston', within: '25' }, 'Within 25 miles of Boston'],
  [{ engaged_from: '2025-07-01', engaged_to: '2026-06-30' }, 'Engaged July 1, 2025 to June 30, 2026'],
  [{ engaged_from: '2025-07-01' }, 'Engaged since July 1, 2025'],
  [{ engaged_to: 'yesterday' }, 'Engaged until yesterday'],
  [{ degree_by: '2018-06-30' }, 'Degree earned by June 30, 2018'],
  [{ decade: '1990' }, 'Class decade: 1990'],
  [{ reunion: '2026' }, 'Reunion in 2026'],
  [{ by_email: 'yes' }, 'Can be e-mailed'],
  [{ lost: 'yes' }, 'Lost: no e-mail or postal address'],
  [{ event: 'Homecoming' }, 'Event: Homecoming'],
  [{ engaged_before: 'no' }, 'Never engaged before that'],
  [{ not_engaged_from: '2026-07-01', not_engaged_to: '2026-11-21' }, 'Not engaged July 1, 2026 to November 21, 2026'],
  [{ activity: 'click', not_engaged_from: '2023-01-01' }, 'No e-mail clicked since January 1, 2023'],
  [
    { activity: 'click,event', not_engaged_from: '2023-01-01', not_engaged_to: '2023-12-31' },
    'No e-mail clicked or event attended January 1, 2023 to December 31, 2023',
  ],
  [{ activity: 'click', engaged_from: '2023-01-01' }, 'E-mail clicked since January 1, 2023'],
  [{ event: 'Gala', not_engaged_to: '2023-01-01' }, 'Not engaged in “Gala” until January 1, 2023'],
  [{ event: 'Gala', activity: 'event', engaged_from: '2023-01-01' }, 'Event attended (“Gala”) since January 1, 2023'],
  [{ activity: 'click' }, 'Activity: E-mail clicked'],
  [{ answered: 'event-12' }, 'Answered: Homecoming 2026 · Oct 3, 2026'],
  [{ answered: 'event-12', answer: 'going,waiting' }, 'Answered: Homecoming 2026 · Oct 3, 2026 (Going or Waiting)'],
  [{ answered: 'event-13' }, 'Answered: event-13 (unknown)'],
  [{ answer: 'declined' }, 'Answer: Declined'],
  [{ asked: 'volunteering', was_asked: 'no' }, 'Never asked: Volunteering'],
  [{ was_asked: 'no' }, 'Never asked'],
  [{ was_asked: 'yes' }, 'Asked'],
  [{ not_asked_from: '2026-01-01' }, 'Not asked since January 1, 2026'],
  [{ asked: 'event-12', ask_answer: 'none' }, 'Asked to Homecoming 2026 · Oct 3, 2026, no answer'],
  [
    { asked: 'events', asked_from: '2025-07-01', not_asked_from: '2026-01-01' },
    'Asked: Any event since July 1, 2025; Not asked: Any event since January 1, 2026',
  ],
  [{ affinity: 'ROW' }, 'Affinity: Rowing'],
  [{ champion: 'yes' }, 'Champion'],
  [{ deceased: 'no' }, 'Not deceased'],
  [{ do_not_contact: 'maybe' }, 'Do not contact: maybe'],
])('%o reads as %s', (params, label) => expect(labels(params)).toEqual([label]))

describe('the chips of a search', () => {
  it('are in the order of the panel, without search words and sort order', () =>
    expect(labels({ champion: 'no', sort: 'name', q: 'ann', college: 'EN' })).toEqual([
      'College: Engineering',
      'Not a champion',
    ]))
  it('describe before which day someone was engaged, or that they never were', () => {
    expect(labels({ engaged_from: '2026-07-01', engaged_before: 'yes' })[1]).toBe('Engaged before July 1, 2026 too')
    expect(labels({ engaged_from: '2026-07-01', engaged_before: 'no' })[1]).toBe('Never engaged before July 1, 2026')
  })
  it('show codes until their names are loaded', () =>
    expect(chipsOf({ college: 'EN' }, undefined)).toEqual([{ filter: 'college', label: 'College: EN' }]))
  it('remove both ends of a range together', () =>
    expect(without({ year_from: '1998', near: '02118' }, 'class_years', 'place')).toEqual({
      year_from: undefined,
      year_to: undefined,
      near: undefined,
      within: undefined,
    }))
  it('remove the activity together with a date range, unless another date range uses it', () => {
    const params = { activity: 'click', not_engaged_from: '2023-01-01' }
    const gone = { activity: undefined, event: undefined, not_engaged_from: undefined, not_engaged_to: undefined }
    expect(without(params, 'not_engaged')).toEqual(gone)
    expect(without({ ...params, engaged_from: '2022-01-01' }, 'not_engaged')).toEqual({
      not_engaged_from: undefined,
      not_engaged_to: undefined,
    })
  })
  it('report unknown codes, which can be removed alone', () => {
    const params = { college: 'EN,ZZ,YY', affinity: 'ROW', major: 'XXXX', q: 'ann' }
    expect(chipsOf(params, choices).map(({ unknown }) => unknown)).toEqual([
      'The list of colleges has no code ZZ or YY.',
      'The list of majors has no code XXXX.',
      undefined,
    ])
    expect(withoutUnknown(params, choices)).toEqual({ college: 'EN', major: '' })
  })
  it('a place is searched within 25 miles unless another distance is set', () => {
    expect(set.setParam({}, 'near', 'Boston')).toEqual({ near: 'Boston', within: '25' })
    expect(set.setParam({ near: 'Boston', within: '' }, 'near', 'Salem')).toEqual({ near: 'Salem' })
    expect(set.setParam({ near: 'Boston', within: '25' }, 'near', '')).toEqual({ near: '' })
  })
  it('eight filters are visible, and every filter with a field is in the panel', () => {
    expect(set.groups[0]!.filters).toHaveLength(8)
    const inPanel = set.groups.flatMap(({ filters }) => filters)
    expect(Object.keys(set.filters).filter((name) => !inPanel.includes(name as never))).toEqual([
      'degree_by',
      'decade',
      'zip',
    ])
  })
  it('the panel has a filter for every filter of the server', async () => {
    const { searchFilters } = await import('@alumni/shared/alumni/search')
    expect(new Set(['q', ...Object.values(set.filters).flatMap(({ params }) => params)])).toEqual(
      new Set(Object.keys(searchFilters.shape)),
    )
  })
})
