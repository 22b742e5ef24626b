import { Select } from '@mantine/core'

type ActivityFieldProps = {
  codes: readonly { code: string; name: string }[]
  value: string
  onChange: (code: string) => void
}

export function ActivityField({ codes, value, onChange }: ActivityFieldProps) {
  return (
    <Select
      label="Activity"
      data={codes.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={(code) => code && onChange(code)}
      allowDeselect={false}
      searchable
    />
  )
}
