import { NativeSelect, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Address } from '../use-address.ts'
import classes from './paged-list.module.css'

type Option = { value: string; label: string }
type FilterProps<Query extends object, Name extends keyof Query> = {
  address: Address<Query>
  /** The word of the address. */
  name: Name
  label: string
  options: readonly (Option | string)[]
  /** The placeholder while the filter is not set. */
  anyLabel: string
}

/** A filter as a list that opens; it takes the width of a phone. */
export function SelectFilter<Query extends object, Name extends keyof Query & string>({
  address: { search, go },
  name,
  label,
  options,
  anyLabel,
  isSearchable = false,
}: FilterProps<Query, Name> & { isSearchable?: boolean }) {
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={anyLabel}
      data={[...options]}
      value={search[name] === undefined ? null : String(search[name])}
      searchable={isSearchable}
      clearable
      onChange={(value) => go({ [name]: value ?? undefined } as Partial<Query>, 'as step')}
    />
  )
}

/** About as wide as a letter of a choice is, and what stands around its words. */
const [letterPx, paddingPx] = [7, 26]

type SegmentsProps = {
  label: string
  data: readonly (Option | string)[]
  value: string
  onChoose: (value: string) => void
}

/** A few choices, all of them shown; as a list that opens where the window is too narrow for them. */
export function Segments({ label, data, value, onChoose }: SegmentsProps) {
  const words = data.map((option) => (typeof option === 'string' ? option : option.label)).join('')
  const isFolded = useMediaQuery(`(max-width: ${words.length * letterPx + data.length * paddingPx}px)`, false, {
    getInitialValueInEffect: false,
  })
  const shown = { className: classes.segments, 'aria-label': label, data: [...data], value }
  return isFolded ? (
    <NativeSelect {...shown} onChange={(event) => onChoose(event.currentTarget.value)} />
  ) : (
    <SegmentedControl {...shown} onChange={onChoose} />
  )
}

/** A filter with few choices. */
export function SegmentFilter<Query extends object, Name extends keyof Query & string>({
  address: { search, go },
  name,
  label,
  options,
  anyLabel: any,
}: FilterProps<Query, Name>) {
  return (
    <Segments
      label={label}
      data={[{ value: '', label: any }, ...options]}
      value={search[name] === undefined ? '' : String(search[name])}
      onChoose={(value) => go({ [name]: value || undefined } as Partial<Query>, 'as step')}
    />
  )
}
