import { Box, Drawer, Group, SimpleGrid, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconFilter, IconX } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { FieldGroup } from '../../ui/form/field-group.tsx'
import { LoadFailure } from '../../ui/page/load-failure.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import type { ListParams } from './list-params.ts'
import { preloadFields } from './lazy-filter-fields.ts'
import type { FieldInput } from './filter-fields.tsx'
import type { Chip as ActiveFilter, FilterGroup, FilterSet } from './filters.tsx'
import classes from './filter-tools.module.css'
import { Button } from '../../ui/button.tsx'

type FilterToolsProps<Name extends string, Param extends string, Choices> = {
  set: FilterSet<Name, Param, Choices>
  params: ListParams<Param>
  choices: { data: Choices | undefined; isError: boolean; refetch: () => unknown }
  errors: Record<string, string> | undefined
  matching: number | undefined
  noun: readonly [string, string]
  onChange: (changes: ListParams<Param>) => void
  onOpen?: () => void
}

/** Returns the “Filter” button with its drawer, and the chips of the active filters, or false if there are none. */
export function useFilterTools<Name extends string, Param extends string, Choices>({
  set,
  params,
  choices,
  errors = {},
  matching,
  noun,
  onChange,
  onOpen,
}: FilterToolsProps<Name, Param, Choices>) {
  const [isOpen, { open, close }] = useDisclosure()
  const [focusedFilter, setFocusedFilter] = useState<Name>()
  const openAt = (filter?: Name) => {
    preloadFields()
    setFocusedFilter(filter)
    open()
    onOpen?.()
  }
  useLetterKey('f', () => openAt())
  const chips = set.chipsOf(params, choices.data)
  const inputOf = (param: Param) => ({
    value: params[param] ?? '',
    error: errors[param],
    onChange: (value: string) => onChange(set.setParam(params, param, value)),
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
        focusedFilter={focusedFilter}
        doneLabel={matching === undefined ? 'Done' : `Show ${formatCount(matching, noun)}`}
        isAnySet={chips.length > 0}
        isReady={choices.data !== undefined}
        onRetry={choices.isError ? choices.refetch : undefined}
        onClear={() => onChange(set.withoutAny)}
        onClose={close}
      >
        {first && <GroupFields group={first} {...{ set, inputOf, choices }} />}
        <details open={isMoreOpen}>
          <summary className={classes.more}>More filters</summary>
          <Stack gap={24} pt={16}>
            {more.map((group) => (
              <GroupFields key={group.title} {...{ group, set, inputOf, choices }} />
            ))}
          </Stack>
        </details>
      </FilterDrawer>
    </>
  )
  const errorOf = ({ filter, unknown }: ActiveFilter<Name>) =>
    set.filters[filter].params.map((param) => errors[param]).find(Boolean) ?? unknown
  const remove = (filter?: Name) => onChange(filter === undefined ? set.withoutAny : set.without(params, filter))
  return {
    button,
    chips: chips.length > 0 && <FilterChips {...{ chips, errorOf }} onOpen={openAt} onRemove={remove} />,
  }
}

type FilterChipsProps<Name extends string> = {
  chips: readonly ActiveFilter<Name>[]
  errorOf: (chip: ActiveFilter<Name>) => string | undefined
  onOpen: (filter: Name) => void
  /** Removes all filters if `filter` is missing. */
  onRemove: (filter?: Name) => void
}

function FilterChips<Name extends string>({ chips, errorOf, onOpen, onRemove }: FilterChipsProps<Name>) {
  return (
    <ul className={`list ${classes.group}`} aria-label="Active filters">
      {chips.map((chip) => (
        <Chip
          key={chip.filter}
          label={chip.label}
          title="Change this filter"
          problem={errorOf(chip)}
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

type GroupFieldsProps<Name extends string, Param extends string, Choices> = {
  group: FilterGroup<Name>
  set: FilterSet<Name, Param, Choices>
  inputOf: (param: Param) => FieldInput
  choices: { data: Choices | undefined }
}

function GroupFields<Name extends string, Param extends string, Choices>({
  group: { title, about, filters },
  set,
  inputOf,
  choices,
}: GroupFieldsProps<Name, Param, Choices>) {
  return (
    <FieldGroup name={title} about={about}>
      {filters.map((filter) => {
        const fields = set.filters[filter].fields(inputOf, choices.data)
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
  problem?: string | undefined
  removeLabel: string
  onOpen: () => void
  onRemove: () => void
}

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
  /** The `data-filter` attribute of the filter to focus. */
  focusedFilter: string | undefined
  doneLabel: string
  isAnySet: boolean
  isReady: boolean
  /** Loads the choices again; undefined unless loading failed. */
  onRetry: (() => unknown) | undefined
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

function FilterDrawer(props: FilterDrawerProps) {
  const { isOpen, focusedFilter, doneLabel, isAnySet, isReady, onRetry, onClear, onClose, children } = props
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
          <LoadFailure message="The choices could not be loaded." onRetry={onRetry} />
        </Box>
      )}
      <Suspense fallback={<Skeleton height={480} />}>
        <Fields focusedFilter={focusedFilter} isReady={isReady}>
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
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </Drawer>
  )
}

function Fields(props: Pick<FilterDrawerProps, 'focusedFilter' | 'isReady' | 'children'>) {
  const { focusedFilter, isReady, children } = props
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const within =
      focusedFilter === undefined ? null : container.current?.querySelector(`[data-filter="${focusedFilter}"]`)
    const field = (within ?? container.current)?.querySelector<HTMLElement>('input:not([type="hidden"])')
    // Gives the drawer time to focus its first button.
    const timer = setTimeout(() => {
      if (!container.current?.contains(document.activeElement)) field?.focus()
    }, 60)
    return () => clearTimeout(timer)
  }, [focusedFilter, isReady])
  return (
    <Stack ref={container} className={classes.groups} flex={1} gap={24} pb={24}>
      {children}
    </Stack>
  )
}
