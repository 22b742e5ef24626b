import { SegmentedControl, Select } from '@mantine/core'
import type { Address } from './use-address.ts'
import classes from './paged-list.module.css'

type Option = { value: string; label: string }
type FilterProps<Query extends object, Name extends keyof Query> = {
  address: Address<Query>
  /** The word of the address. */
  name: Name
  label: string
  options: readonly (Option | string)[]
  /** What stands there while the filter is not set. */
  any: string
}

/** A filter as a list that opens; it takes the width of a phone. */
export function SelectFilter<Query extends object, Name extends keyof Query & string>({
  address: { search, go },
  name,
  label,
  options,
  any,
  isSearchable = false,
}: FilterProps<Query, Name> & { isSearchable?: boolean }) {
  return (
    <Select
      className={classes.filter}
      aria-label={label}
      placeholder={any}
      data={[...options]}
      value={search[name] === undefined ? null : String(search[name])}
      searchable={isSearchable}
      clearable
      onChange={(value) => go({ [name]: value ?? undefined } as Partial<Query>, 'as step')}
    />
  )
}

/** A filter with few choices, all of them shown. */
export function SegmentFilter<Query extends object, Name extends keyof Query & string>({
  address: { search, go },
  name,
  label,
  options,
  any,
}: FilterProps<Query, Name>) {
  return (
    <SegmentedControl
      className={classes.segments}
      aria-label={label}
      data={[{ value: '', label: any }, ...options]}
      value={search[name] === undefined ? '' : String(search[name])}
      onChange={(value) => go({ [name]: value || undefined } as Partial<Query>, 'as step')}
    />
  )
}
