import { readClassYears } from '@alumni/shared/alumni/class-years'
import { searchPage } from '@alumni/shared/alumni/search'
import { searchFilterDescribers } from '@alumni/shared/alumni/search-filter-describers'
import { signupsPage } from '@alumni/shared/champions/staff-list'
import { letterChoices, type PeopleList } from '@alumni/shared/publications/list-letters'
import { Box, Combobox, Stack, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useInvitation } from '../../domain/letters/invitation.ts'
import { useStartLetter } from '../../domain/letters/start-letter.tsx'
import { useSearchesOf, type CountedSearch } from '../../domain/searches/saved-searches.ts'
import { QueryContent } from '../../domain/session/resource-page.tsx'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { LoadFailure } from '../../ui/page/load-failure.tsx'
import { Page } from '../../ui/page/page.tsx'
import { BlockSkeletons } from '../../ui/page/page-skeleton.tsx'
import { readQuery } from '../../ui/read-query.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import { letters } from './kind.ts'
import classes from './letters.module.css'

type Choice = { name: string; fact?: string; people?: number | null | undefined; isNone?: boolean; run: () => void }

/** Chooses the recipients of a letter. `about` is the event or opportunity, such as `event:12`. */
export function ChoosePeople({ about }: { about: string | undefined }) {
  const query = useQuery(readQuery(['new', letters.queryKey], `${letters.home}/new`, letterChoices))
  const title = query.data?.about.find(({ value }) => value === about)?.title
  return (
    <RoleGuard role="staff">
      <Page title={title ? `Invite people to ${title}` : 'New letter'} hasOwnFocus>
        <Box maw={640}>
          {about ? (
            <QueryContent query={query} blocks={1} height={340}>
              {() => <Picker invitation={title ? { about, title } : null} />}
            </QueryContent>
          ) : (
            <Picker invitation={null} />
          )}
        </Box>
      </Page>
    </RoleGuard>
  )
}

function Picker({ invitation }: { invitation: ReturnType<typeof useInvitation>[0] }) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ opened: true })
  const list = useId()
  const write = useStartLetter()
  const choose = (list: PeopleList) => write(list, invitation?.about)
  const search = useNewSearch(invitation)
  const lists = [useSearchesOf('alumni_search'), useSearchesOf('champion_signups')]
  const saved = lists.flatMap(({ searches }) => searches.map((search) => toChoice(search, choose)))
  const term = text.trim()
  const classChoices = useClasses(term, choose)
  const champions = useChampions(choose)
  const matchesTerm = ({ name }: Choice) => name.toLowerCase().includes(term.toLowerCase())
  const failedList = lists.find(({ query }) => query.isError)
  const groups = [
    {
      title: 'Classes',
      choices:
        classChoices ?? (term ? [] : [{ name: 'Class of …', fact: 'Type its year', run: () => setText('Class of ') }]),
    },
    { title: 'Saved searches', choices: saved.filter(matchesTerm) },
    { title: 'Champions', choices: [champions].filter(matchesTerm) },
    {
      title: 'Alumni',
      choices: [{ name: term ? `Search for “${term}”…` : 'New search…', run: () => search(term) }],
    },
  ].filter(({ choices }) => choices.length > 0)
  const allChoices = groups.flatMap(({ choices }) => choices)
  useEffect(() => {
    if (term) combobox.selectFirstOption()
    // Runs again when choices arrive.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [term, allChoices.length])
  return (
    <Stack gap={8}>
      <Combobox store={combobox} onOptionSubmit={(index) => allChoices[Number(index)]?.run()}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            role="combobox"
            aria-controls={list}
            aria-expanded
            label="Who gets it?"
            description="Type a class such as 2015 or 2010–2015, part of the name of a saved search, or words to search for."
            autoComplete="off"
            autoFocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={list} aria-label="People" className="panel" p={8}>
          {groups.map(({ title, choices }) => (
            <Combobox.Group key={title} label={title}>
              {choices.map((choice) => (
                <Combobox.Option
                  key={choice.name}
                  value={String(allChoices.indexOf(choice))}
                  disabled={choice.isNone ?? false}
                >
                  <span className={classes.choice}>
                    <span>
                      {choice.name} {choice.fact && <span className="fact">{choice.fact}</span>}
                    </span>
                    {choice.people !== undefined && (
                      <span className="muted">
                        {choice.people === null ? 'not understood' : formatNumber(choice.people)}
                      </span>
                    )}
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      {failedList ? (
        <LoadFailure message="Your saved searches could not be loaded." onRetry={failedList.query.refetch} />
      ) : (
        lists.some(({ query }) => query.isPending) && <BlockSkeletons blocks={2} height={36} />
      )}
    </Stack>
  )
}

function useNewSearch(invitation: ReturnType<typeof useInvitation>[0]) {
  const navigate = useNavigate()
  const [, setInvitation] = useInvitation()
  return (term: string) => {
    setInvitation(invitation)
    void navigate({ to: '/alumni_search', search: term ? { q: term } : {} })
  }
}

function toChoice({ list, name, by, query, found }: CountedSearch, choose: (list: PeopleList) => void): Choice {
  const from = list === 'alumni_search' ? 'search' : 'champions'
  return {
    name,
    fact: [from === 'champions' && 'Champions', by && `Shared by ${by}`].filter(Boolean).join(' · '),
    people: found?.count,
    run: () => choose({ from, query }),
  }
}

/** Returns the choice for a typed class or range of classes, or undefined for other text and while loading. */
function useClasses(term: string, choose: (list: PeopleList) => void): Choice[] | undefined {
  const { classes, rest } = readClassYears(term)
  const isClasses = rest === '' && classes.length === 1 && classes[0]!.code === undefined
  const url = `/alumni_search?${new URLSearchParams({ q: term, deceased: 'no' })}`
  const { data } = useQuery(readQuery(['alumni_search', 'classes', term], url, searchPage, { enabled: isClasses }))
  const { year_from: from, year_to: to } = data?.readings[0]?.filters ?? {}
  if (!isClasses || !data || !from || !to) return undefined
  const name = searchFilterDescribers.class_years({ year_from: from, year_to: to }, () => [])
  const query = `deceased=no&year_from=${from}&year_to=${to}`
  return [{ name, people: data.matching, isNone: data.matching === 0, run: () => choose({ from: 'search', query }) }]
}

function useChampions(choose: (list: PeopleList) => void): Choice {
  const { data } = useQuery(readQuery(['champion_signups', 'page', {}], '/champion_signups', signupsPage))
  return { name: 'All champions', people: data?.matching, run: () => choose({ from: 'champions', query: '' }) }
}
