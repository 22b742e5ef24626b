import { NativeSelect, SegmentedControl, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Address } from '../use-address.ts'
import classes from './paged-list.module.css'

type Option = { value: string; label: string }
type FilterProps<Query extends object, Name extends keyof Query> = {
  address: Address<Query>
  name: Name
  label: string
  options: readonly (Option | string)[]
  anyLabel: string
}

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

/** Estimated widths, in px, of one letter and of the padding around a label. */
const [letterPx, paddingPx] = [7, 26]

type SegmentsProps = {
  label: string
  data: readonly (Option | string)[]
  value: string
  onChoose: (value: string) => void
}

/** Renders a segmented control, or a select if the window is too narrow for the labels. */
export function Segments({ label, data, value, onChoose }: SegmentsProps) {
  const labels = data.map((option) => (typeof option === 'string' ? option : option.label)).join('')
  const isFolded = useMediaQuery(`(max-width: ${labels.length * letterPx + data.length * paddingPx}px)`, false, {
    getInitialValueInEffect: false,
  })
  const common = { className: classes.segments, 'aria-label': label, data: [...data], value }
  return isFolded ? (
    <NativeSelect {...common} onChange={(event) => onChoose(event.currentTarget.value)} />
  ) : (
    <SegmentedControl {...common} onChange={onChoose} />
  )
}

export function SegmentFilter<Query extends object, Name extends keyof Query & string>({
  address: { search, go },
  name,
  label,
  options,
  anyLabel,
}: FilterProps<Query, Name>) {
  return (
    <Segments
      label={label}
      data={[{ value: '', label: anyLabel }, ...options]}
      value={search[name] === undefined ? '' : String(search[name])}
      onChoose={(value) => go({ [name]: value || undefined } as Partial<Query>, 'as step')}
    />
  )
}
