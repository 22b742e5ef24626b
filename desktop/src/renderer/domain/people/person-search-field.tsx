import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { tooLong } from '../../ui/form/limited-input.tsx'
import { maxSearchLength } from '../../ui/form/search-field.tsx'

type PersonSearchFieldProps = { typed: string; onType: (typed: string) => void }

/** The box in which someone other than the suggested people is searched for. Enter in it submits no form around it. */
export function PersonSearchField({ typed, onType }: PersonSearchFieldProps) {
  return (
    <TextInput
      type="search"
      label="Someone else"
      placeholder="Name, BUID, e-mail or phone"
      error={tooLong(typed, maxSearchLength)}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
