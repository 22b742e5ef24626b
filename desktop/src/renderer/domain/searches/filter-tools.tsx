import { Box, Drawer, Group, SimpleGrid, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconFilter, IconX } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { LoadFailure } from '../../ui/page/load-failure.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { countOf } from '../../ui/words/numbers.ts'
import type { ListWords } from './list-words.ts'
import { preloadFields } from './filter-fields-later.ts'
import type { FieldInput } from './filter-fields.tsx'
import type { Chip as Active, FilterGroup, FilterSet } from './filters.tsx'
import classes from './filter-tools.module.css'
import { Button } from '../../ui/button.tsx'

type FilterToolsProps<Name extends string, Word extends string, Choices> = {
  set: FilterSet<Name, Word, Choices>
  words: ListWords<Word>
  choices: { data: Choices | undefined; isError: boolean; refetch: () => unknown }
  /** The server's sentences about words that it does not understand. */
  refused: Record<string, string> | undefined
  matching: number | undefined
  /** The noun for rows: "person", "people". */
  noun: readonly [string, string]
  onChange: (changes: ListWords<Word>) => void
  /** Called each time the panel opens: it may load the choices. */
  onOpen?: () => void
}

/** Returns the button that opens the panel with all filters, and the filters that are set, as chips. */
export function useFilterTools<Name extends string, Word extends string, Choices>({
  set,
  words,
  choices,
  refused = {},
  matching,
  noun,
  onChange,
  onOpen,
}: FilterToolsProps<Name, Word, Choices>) {
  const [isOpen, { open, close }] = useDisclosure()
  const [at, setAt] = useState<Name>()
  const openAt = (filter?: Name) => {
    preloadFields()
    setAt(filter)
    open()
    onOpen?.()
  }
  useLetterKey('f', () => openAt())
  const chips = set.chipsOf(words, choices.data)
  const typed = (word: Word) => ({
    value: words[word] ?? '',
    error: refused[word],
    onChange: (value: string) => onChange(set.setWord(words, word, value)),
  })
  const [first, ...more] = set.groups
  const isMoreOpen = more.some(({ filters }) => chips.some(({ filter }) => filters.includes(filter)))
  const button = (
    <>
      <Button
        variant="default"
        icon={IconFilter}
        onPointerEnter={preloadFields}
        onFocus={preloadFields}
        onClick={() => openAt()}
        aria-keyshortcuts="f"
      >
        Filter
      </Button>
      <FilterDrawer
        isOpen={isOpen}
        at={at}
        done={matching === undefined ? 'Done' : `Show ${countOf(matching, noun)}`}
        isAnySet={chips.length > 0}
        isReady={choices.data !== undefined}
        onRetry={choices.isError ? choices.refetch : undefined}
        onClear={() => onChange(set.withoutAny)}
        onClose={close}
      >
        {first && <GroupFields group={first} {...{ set, typed, choices }} />}
        <details open={isMoreOpen}>
          <summary className={classes.more}>More filters</summary>
          <Stack gap={24} pt={16}>
            {more.map((group) => (
              <GroupFields key={group.title} {...{ group, set, typed, choices }} />
            ))}
          </Stack>
        </details>
      </FilterDrawer>
    </>
  )
  const problemOf = ({ filter, unknown }: Active<Name>) =>
    set.filters[filter].words.map((word) => refused[word]).find(Boolean) ?? unknown
  const remove = (filter?: Name) => onChange(filter === undefined ? set.withoutAny : set.without(words, filter))
  return {
    button,
    chips: chips.length > 0 && <FilterChips {...{ chips, problemOf }} onOpen={openAt} onRemove={remove} />,
  }
}

type FilterChipsProps<Name extends string> = {
  chips: readonly Active<Name>[]
  /** Returns a filter's error as a sentence. */
  problemOf: (chip: Active<Name>) => string | undefined
  onOpen: (filter: Name) => void
  /** Without a filter it removes all. */
  onRemove: (filter?: Name) => void
}

/** The filters that are set, in words; each can be changed or removed. */
function FilterChips<Name extends string>({ chips, problemOf, onOpen, onRemove }: FilterChipsProps<Name>) {
  return (
    <ul className={`list ${classes.group}`} aria-label="Active filters">
      {chips.map((chip) => (
        <Chip
          key={chip.filter}
          label={chip.label}
          title="Change this filter"
          problem={problemOf(chip)}
          removeLabel={`Remove the filter ${chip.label}`}
          onOpen={() => onOpen(chip.filter)}
          onRemove={() => onRemove(chip.filter)}
        />
      ))}
      {chips.length > 1 && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => onRemove()}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}

type GroupFieldsProps<Name extends string, Word extends string, Choices> = {
  group: FilterGroup<Name>
  set: FilterSet<Name, Word, Choices>
  typed: (word: Word) => FieldInput
  choices: { data: Choices | undefined }
}

function GroupFields<Name extends string, Word extends string, Choices>({
  group: { title, about, filters },
  set,
  typed,
  choices,
}: GroupFieldsProps<Name, Word, Choices>) {
  return (
    <FieldGroup name={title} about={about}>
      {filters.map((filter) => {
        const fields = set.filters[filter].fields(typed, choices.data)
        return (
          <SimpleGrid key={filter} data-filter={filter} cols={fields.length > 1 ? 2 : 1} spacing={12}>
            {fields}
          </SimpleGrid>
        )
      })}
    </FieldGroup>
  )
}

type ChipProps = {
  label: string
  title: string
  /** Why the server does not understand it. */
  problem?: string | undefined
  removeLabel: string
  onOpen: () => void
  onRemove: () => void
}

/** A part of the search in words, to be changed or removed. */
export function Chip({ label, title, problem, removeLabel, onOpen, onRemove }: ChipProps) {
  return (
    <li className={classes.chip} data-refused={problem !== undefined || undefined}>
      <UnstyledButton className={classes.label} onClick={onOpen} title={problem ?? title}>
        {problem && <IconAlertTriangle size={14} stroke={1.8} aria-label="Not understood:" />}
        <span>{label}</span>
      </UnstyledButton>
      <UnstyledButton className={classes.remove} aria-label={removeLabel} onClick={onRemove}>
        <IconX size={14} stroke={1.8} aria-hidden />
      </UnstyledButton>
    </li>
  )
}

type FilterDrawerProps = {
  isOpen: boolean
  /** The filter to focus: the `data-filter` of its fields. */
  at: string | undefined
  /** The label of the button that leads to the list. */
  done: string
  isAnySet: boolean
  /** Whether the choices are there: until then their fields are disabled. */
  isReady: boolean
  /** Loads the choices again, where they have not come. */
  onRetry: (() => unknown) | undefined
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** All filters, each in force as soon as it is set; the list behind shows what they do. */
function FilterDrawer({ isOpen, at, done, isAnySet, isReady, onRetry, onClear, onClose, children }: FilterDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={440}
      title="Filter"
      overlayProps={{ backgroundOpacity: 0.12 }}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': 'Close the filters' }}
      classNames={{ body: classes.body }}
    >
      {onRetry && (
        <Box pb={16}>
          <LoadFailure sentence="The choices could not be loaded." onRetry={onRetry} />
        </Box>
      )}
      <Suspense fallback={<Skeleton height={480} />}>
        <Fields at={at} isReady={isReady}>
          {children}
        </Fields>
      </Suspense>
      <Group
        className="sticky-foot"
        pos="sticky"
        bg="var(--mantine-color-body)"
        mx={-16}
        px={16}
        py={12}
        justify="space-between"
      >
        <Button variant="subtle" disabled={!isAnySet} onClick={onClear}>
          Clear all
        </Button>
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </Drawer>
  )
}

/** Its own component: it appears when the drawer opens. The focus goes to the first field, or to the one of a chip. */
function Fields({ at, isReady, children }: Pick<FilterDrawerProps, 'at' | 'isReady' | 'children'>) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within = at === undefined ? null : place.current?.querySelector(`[data-filter="${at}"]`)
    const field = (within ?? place.current)?.querySelector<HTMLElement>('input:not([type="hidden"])')
    // After the drawer has put the focus on its own first button.
    const timer = setTimeout(() => {
      if (!place.current?.contains(document.activeElement)) field?.focus()
    }, 60)
    return () => clearTimeout(timer)
  }, [at, isReady])
  return (
    <Stack ref={place} className={classes.groups} flex={1} gap={24} pb={24}>
      {children}
    </Stack>
  )
}
