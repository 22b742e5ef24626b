import { Group, MultiSelect, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedText } from '../../ui/form/use-debounced-text.ts'
import { formatUnknownCode } from '../../ui/format/unknown-codes.ts'
import { splitCodes } from './list-params.ts'

export type FieldInput = { value: string; error: string | undefined; onChange: (value: string) => void }
type FieldProps = FieldInput & { label: string }
export type Choice = { code: string; name: string; category?: string; active?: boolean }

/** Edits comma-separated codes such as `EN,AS` as a multi-select. Selected codes outside `choices` stay listed. */
export function CodesField(props: FieldProps & { choices: readonly Choice[] | undefined }) {
  const { label, value, error, choices, onChange } = props
  const selected = splitCodes(value)
  const listed = (choices ?? []).map(({ code, name: text, active }) => ({
    value: code,
    label: active === false ? `${text} (closed)` : text,
  }))
  const unlisted = selected
    .filter((code) => !listed.some((option) => option.value === code))
    .map((code) => ({ value: code, label: choices ? formatUnknownCode(code) : code }))
  return (
    <MultiSelect
      label={label}
      data={unique([...listed, ...unlisted])}
      value={selected}
      error={error}
      onChange={(codes) => onChange(codes.join(','))}
      placeholder={choices && selected.length === 0 ? 'Any' : undefined}
      disabled={!choices && selected.length === 0}
      searchable
      clearable
      hidePickedOptions
      openOnFocus={false}
      limit={200}
      maxDropdownHeight={260}
      nothingFoundMessage="Nothing matches."
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  )
}

function unique<Option extends { value: string }>(options: Option[]): Option[] {
  return [...new Map(options.map((option) => [option.value, option])).values()]
}

/** Applies the text after a pause in typing, on Enter and on blur. */
export function TypedField(props: FieldProps & { hint?: string; isNumber?: boolean; isDate?: boolean }) {
  const { label, hint, value, error, onChange, isNumber = false, isDate = false } = props
  const { text, change, flush } = useDebouncedText(value, onChange, isNumber || isDate ? 600 : 400)
  return (
    <TextInput
      label={label}
      type={isDate ? 'date' : 'text'}
      inputMode={isNumber ? 'numeric' : undefined}
      placeholder={hint}
      autoComplete="off"
      value={text}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
    />
  )
}

export function OneOfField({
  label,
  value,
  error,
  choices,
  none = 'Any',
  onChange,
}: FieldProps & { choices: Readonly<Record<string, string>>; none?: string | undefined }) {
  return (
    <Select
      label={label}
      data={Object.entries(choices).map(([value, label]) => ({ value, label }))}
      value={value in choices ? value : null}
      error={error}
      onChange={(selected) => onChange(selected ?? '')}
      placeholder={none}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  )
}

export function YesNoField({ label, value, error, onChange }: FieldProps) {
  return (
    <Group justify="space-between" gap="4px 12px">
      <span aria-hidden>{label}</span>
      <SegmentedControl
        aria-label={label}
        value={value === 'yes' || value === 'no' ? value : ''}
        onChange={onChange}
        data={[
          { value: '', label: 'Either' },
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
      {error && (
        <Text c="var(--bad)" fz={13} flex="1 0 100%">
          {error}
        </Text>
      )}
    </Group>
  )
}
