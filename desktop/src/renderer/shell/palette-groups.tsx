import type { FoundAlumnus } from '@alumni/shared/alumni/search'
import type { SavedSearch } from '@alumni/shared/alumni/saved-searches'
import type { Role } from '@alumni/shared/staff/accounts'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconBookmark,
  IconClock,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSearch,
  IconSun,
  IconUser,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { RecentProfile } from '../domain/people/recent-profiles.ts'
import { emailRefusal } from '../domain/people/ways.tsx'
import { wordsOf } from '../alumni/search/search-words.ts'
import type { PeopleCalled } from '../domain/people/people-called.ts'
import { flatten, sectionsFor } from './sections.ts'
import { notifyError } from '../ui/notify.tsx'
import { useSignOut } from './use-sign-out.ts'

type PaletteAction = {
  id: string
  label: string
  description?: string | undefined
  icon: Icon
  onClick: () => void
  staysOpen?: boolean
}
export type PaletteGroup = { title: string; actions: readonly PaletteAction[] }

type Found = { typed: string; called: PeopleCalled; saved: readonly SavedSearch[]; recent: readonly RecentProfile[] }

/** Returns offers for the typed words, the likeliest first: pages whose name begins so, then people. */
export function usePaletteGroups(
  role: Role,
  onHelp: () => void,
  { typed, called, saved, recent }: Found,
): PaletteGroup[] {
  const navigate = useNavigate()
  const actions = useActions(onHelp)
  const words = typed.trim().toLowerCase()
  const goTo = (id: string) => void navigate({ to: '/alumni/$id', params: { id } })
  const pages = flatten(sectionsFor(role)).map(({ title, path, about, icon }) => ({
    id: path,
    label: title,
    description: about,
    icon,
    onClick: () => void navigate({ to: path }),
  }))
  const profiles = recent.map(({ id, name }) => ({
    id: `recent ${id}`,
    label: name,
    description: id,
    icon: IconClock,
    onClick: () => goTo(id),
  }))
  if (!words)
    return withoutEmpty([
      { title: 'Recent profiles', actions: profiles },
      { title: 'Pages', actions: pages },
      { title: 'Actions', actions },
    ])

  const found = called.people.map((person) => ({
    id: `person ${person.id}`,
    label: person.name || 'No name',
    description: aboutPerson(person),
    icon: IconUser,
    onClick: () => goTo(person.buid),
  }))
  const search = {
    id: 'search',
    label: `Search alumni for “${typed.trim()}”`,
    icon: IconSearch,
    onClick: () => void navigate({ to: '/alumni_search', search: { q: typed.trim() } }),
  }
  const failed = called.error
    ? [
        {
          id: 'people failed',
          label: 'Nobody was looked up. Try again',
          description: called.error.message,
          icon: IconRefresh,
          onClick: () => void called.retry(),
          staysOpen: true,
        },
      ]
    : []
  const searches = saved.map(({ id, name, query }) => ({
    id: `saved ${id}`,
    label: name,
    icon: IconBookmark,
    onClick: () => void navigate({ to: '/alumni_search', search: wordsOf(query) }),
  }))
  const isMeant = ({ label }: PaletteAction) => label.toLowerCase().startsWith(words)
  return withoutEmpty([
    { title: 'Pages', actions: pages.filter(isMeant) },
    { title: 'Alumni', actions: [...found, search, ...failed] },
    { title: 'Saved searches', actions: searches.filter(has(words)) },
    { title: 'More pages', actions: pages.filter((page) => !isMeant(page) && has(words)(page)) },
    { title: 'Actions', actions: actions.filter(has(words)) },
  ])
}

function has(words: string) {
  return ({ label, description = '' }: PaletteAction) =>
    words.split(/\s+/).every((word) => `${label} ${description}`.toLowerCase().includes(word))
}

function withoutEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ actions }) => actions.length > 0)
}

/** "BA History, class of 1998 and 2004". */
function aboutPerson(person: FoundAlumnus): string {
  const { buid, recent_degree: degree, class_years: years } = person
  const study = degree && [degree.degree_code, degree.major_desc].filter(Boolean).join(' ')
  return [study, years.length > 0 && `class of ${years.join(' and ')}`, buid, emailRefusal(person)?.toLowerCase()]
    .filter(Boolean)
    .join(', ')
}

function useActions(onHelp: () => void): PaletteAction[] {
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const leave = () => void signOut().catch((error: Error) => notifyError('You are still signed in', error))
  return [
    { id: 'light', label: 'Use light colors', icon: IconSun, onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Use dark colors', icon: IconMoon, onClick: () => setColorScheme('dark') },
    {
      id: 'auto',
      label: 'Follow the system for light and dark',
      icon: IconDeviceDesktop,
      onClick: () => setColorScheme('auto'),
    },
    { id: 'help', label: 'Show keyboard shortcuts', icon: IconKeyboard, onClick: onHelp },
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, onClick: leave },
  ]
}
