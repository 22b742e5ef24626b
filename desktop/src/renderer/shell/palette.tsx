import type { Role } from '@alumni/shared/staff/accounts'
import { Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesQuery } from '../alumni/search/queries.ts'
import { needsChoices } from '../alumni/search/readings.tsx'
import { useRecentProfiles } from '../domain/people/recent-profiles.ts'
import { savedSearchesQuery } from '../domain/searches/saved-searches.ts'
import { useEntrySearch } from './palette-entries.ts'
import { usePaletteGroups } from './palette-groups.tsx'
import { usePeopleSearch } from '../domain/people/use-people-search.ts'
import { formatCount } from '../ui/format/numbers.ts'
import {
  selectLine,
  paletteListId,
  onPaletteKey,
  paletteStore,
  usePaletteSelection,
  usePaletteText,
} from './palette-store.ts'

const paletteLabel = 'Find a person, a page or an action'

export function Palette({ role, onHelp }: { role: Role; onHelp: () => void }) {
  const [text, setText] = usePaletteText()
  const [isOpen, setOpen] = useState(() => paletteStore.getState().opened)
  const peopleSearch = usePeopleSearch(isOpen ? text : '')
  const saved = useQuery({ ...savedSearchesQuery('alumni_search'), enabled: isOpen, retry: false }).data?.searches ?? []
  const entryGroups = useEntrySearch(role, isOpen ? text : '')
  const choices = useQuery({
    ...choicesQuery,
    enabled: isOpen && needsChoices({}, peopleSearch.page),
    retry: false,
  }).data
  const recent = useRecentProfiles()
  const groups = usePaletteGroups(role, onHelp, { text, peopleSearch, entryGroups, choices, saved, recent })
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id))
  const selectedId = ids[usePaletteSelection(`${isOpen} ${ids.join()}`)]
  return (
    <Spotlight.Root
      store={paletteStore}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      attributes={{ content: { 'aria-label': paletteLabel } }}
      // The shell handles the shortcut, because it is loaded earlier.
      shortcut={null}
      radius="md"
      transitionProps={{ duration: 100 }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        placeholder={paletteLabel}
        aria-label={paletteLabel}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={ids.length > 0}
        aria-controls={paletteListId}
        aria-activedescendant={selectedId && optionId(selectedId)}
        onKeyDown={onPaletteKey}
      />
      <div className="visually-hidden" role="status">
        {text.trim() && formatCount(ids.length, ['result', 'results'])}
      </div>
      <Spotlight.ActionsList ref={selectLine} id={paletteListId} role="listbox" aria-label="Results">
        {groups.map(({ title, actions }) => (
          <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
            {actions.map(({ id, label, description, icon: Picture, onClick, staysOpen }) => (
              <Spotlight.Action
                key={id}
                ref={(line) => {
                  // Sets the id that `aria-activedescendant` needs, because the library does not.
                  if (line) line.id = optionId(id)
                }}
                role="option"
                aria-selected={id === selectedId}
                label={label}
                description={description}
                leftSection={<Picture size={18} stroke={1.6} aria-hidden />}
                onClick={onClick}
                closeSpotlightOnTrigger={!staysOpen}
                highlightQuery
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function optionId(id: string): string {
  return `palette-${encodeURIComponent(id)}`
}
