import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import type { SavedSearch } from '@alumni/shared/alumni/saved-searches'
import type { FoundAlumnus, SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { placeName } from '@alumni/shared/countries'
import { withDistance } from '@alumni/shared/distances'
import type { Role } from '@alumni/shared/staff/accounts'
import { IconBookmark, IconClock, IconFilter, IconRefresh, IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { describeSearchFilters } from '../alumni/search/readings.tsx'
import { paramsOf, type SearchParams } from '../alumni/search/search-params.ts'
import type { PeopleSearch } from '../domain/people/use-people-search.ts'
import type { RecentProfile } from '../domain/people/recent-profiles.ts'
import { emailBlockerLabel } from '../domain/people/contact-blockers.tsx'
import { formatCount } from '../ui/format/numbers.ts'
import { usePaletteActions, type PaletteAction } from './palette-actions.tsx'
import type { EntryGroup } from './palette-entries.ts'
import { flattenSections, listSections } from './sections.ts'

export type PaletteGroup = { title: string; actions: readonly PaletteAction[] }

type PaletteInput = {
  text: string
  peopleSearch: PeopleSearch
  entryGroups: readonly EntryGroup[]
  choices: SearchChoices | undefined
  saved: readonly SavedSearch[]
  recent: readonly RecentProfile[]
}

/** Returns suggestions for the text: pages and actions that start with it, then people, then other matches. */
export function usePaletteGroups(
  role: Role,
  onHelp: () => void,
  { text, peopleSearch, entryGroups, choices, saved, recent }: PaletteInput,
): PaletteGroup[] {
  const navigate = useNavigate()
  const actions = usePaletteActions(role, onHelp)
  const typedText = text.trim().toLowerCase()
  const openProfile = (id: string) => void navigate({ to: '/alumni/$id', params: { id } })
  const pages = flattenSections(listSections(role)).map(({ title, path, description, icon }) => ({
    id: path,
    label: title,
    description,
    icon,
    onClick: () => void navigate({ to: path }),
  }))
  const profiles = recent.map(({ id, name }) => ({
    id: `recent ${id}`,
    label: name,
    description: id,
    icon: IconClock,
    onClick: () => openProfile(id),
  }))
  if (!typedText)
    return withoutEmpty([
      { title: 'Recent profiles', actions: profiles },
      { title: 'Pages', actions: pages },
      { title: 'Actions', actions },
    ])

  const search = (params: SearchParams) => void navigate({ to: '/alumni_search', search: params })
  const alumni = [
    ...peopleSearch.people.map((person) => ({
      id: `person ${person.id}`,
      label: nameWithClasses(person.name, person.class_years),
      description: describePerson(person),
      icon: IconUser,
      onClick: () => openProfile(person.buid),
    })),
    {
      id: 'search',
      label: `Search alumni for “${text.trim()}”`,
      description: peopleSearch.page && describeSearch(peopleSearch.page, choices),
      icon: IconSearch,
      onClick: () => search({ q: text.trim() }),
    },
    ...listOthers(peopleSearch).map(({ q, matching, filters }) => ({
      id: `other ${q} ${JSON.stringify(filters)}`,
      label: [q && `“${q}”`, describeSearchFilters(filters, choices)].filter(Boolean).join(', '),
      description: formatCount(matching, ['person', 'people']),
      icon: IconFilter,
      onClick: () => search({ ...withDistance(filters), q: q || undefined }),
    })),
  ]
  const entries = entryGroups.map(({ title, found }) => ({
    title,
    actions: found.map(({ path, ...each }) => ({ ...each, id: path, onClick: () => void navigate({ to: path }) })),
  }))
  const searches = saved.map(({ id, name, query }) => ({
    id: `saved ${id}`,
    label: name,
    icon: IconBookmark,
    onClick: () => void navigate({ to: '/alumni_search', search: paramsOf(query) }),
  }))
  const startsWithText = ({ label }: PaletteAction) => label.toLowerCase().startsWith(typedText)
  const isLikelyAction = (action: PaletteAction) => typedText.length >= minLettersOfAction && startsWithText(action)
  // If people were found only by correcting a typed word, entries from other lists come first.
  const isGuess = (peopleSearch.page?.corrections.length ?? 0) > 0
  return withoutEmpty([
    { title: 'Pages', actions: pages.filter(startsWithText) },
    { title: 'Actions', actions: actions.filter(isLikelyAction) },
    ...(isGuess ? entries : []),
    { title: 'Alumni', actions: [...alumni, ...buildRetryActions(peopleSearch, entryGroups)] },
    ...(isGuess ? [] : entries),
    { title: 'Saved searches', actions: searches.filter(containsWords(typedText)) },
    { title: 'More pages', actions: pages.filter((page) => !startsWithText(page) && containsWords(typedText)(page)) },
    {
      title: 'More actions',
      actions: actions.filter((action) => !isLikelyAction(action) && containsWords(typedText)(action)),
    },
  ])
}

function listOthers({ people, page }: PeopleSearch) {
  const others = people.length > 0 ? [] : (page?.others ?? [])
  return others.map(({ filters, champion, ...other }) => ({ ...other, filters: { ...filters, champion } }))
}

/** An action is suggested before people only if at least this many letters are typed. */
const minLettersOfAction = 4

function buildRetryActions(peopleSearch: PeopleSearch, entryGroups: readonly EntryGroup[]): PaletteAction[] {
  return [
    { id: 'people failed', label: 'The search failed. Try again', ...peopleSearch },
    ...entryGroups.map(({ title, ...each }) => ({
      id: `${title} failed`,
      label: `${title} could not be looked up. Try again`,
      ...each,
    })),
  ].flatMap(({ id, label, error, retry }) =>
    error
      ? [{ id, label, description: error.message, icon: IconRefresh, onClick: () => void retry(), staysOpen: true }]
      : [],
  )
}

function containsWords(typedText: string) {
  return ({ label, description = '' }: PaletteAction) =>
    typedText.split(/\s+/).every((word) => `${label} ${description}`.toLowerCase().includes(word))
}

function withoutEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ actions }) => actions.length > 0)
}

/** Returns text such as "BA History, Boston, MA, B00000004". */
function describePerson(person: FoundAlumnus): string {
  const { buid, recent_degree: degree } = person
  const study = degree && [degree.degree_code, degree.major_desc].filter(Boolean).join(' ')
  const place = person.city && placeName(person)
  return [study, place, buid, emailBlockerLabel(person)?.toLowerCase()].filter(Boolean).join(', ')
}

/** Returns text such as "12 people, read as Class of 2015", or the reason why no one was found. */
function describeSearch({ matching, readings, notes }: SearchPage, choices: SearchChoices | undefined): string {
  if (matching === 0) return notes[0] ?? 'No one was found'
  const read = readings
    .map(({ filters, champion }) => describeSearchFilters({ ...filters, champion }, choices))
    .join(', ')
  return [formatCount(matching, ['person', 'people']), read && `read as ${read}`].filter(Boolean).join(', ')
}
