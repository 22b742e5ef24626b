import {
  exportColumnNames,
  exportColumns,
  exportPresetNames,
  exportPresets,
  leftOutMark,
  ownExports,
  type ExportColumn,
  type ExportPreset,
  type OptedOutChoice,
  type SearchReach,
} from '@alumni/shared/alumni/export'
import { countOptedOut } from '@alumni/shared/champions/contact-preferences'
import { Box, Checkbox, Fieldset, Group, Radio, SimpleGrid, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useColumns } from '../../domain/searches/columns.tsx'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { formatExportLabel } from '../../ui/exports/export-button.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { RelativeTime } from '../../ui/format/times.tsx'
import { searchUrl } from './queries.ts'
import { describeLeftOut, describeReach } from './describe-reach.ts'
import { readQuery } from '../../ui/read-query.ts'
import { Button } from '../../ui/button.tsx'

const noun = ['person', 'people'] as const
const storedColumns = { key: 'export-columns', names: exportColumnNames, defaults: exportPresets.crm.columns }

/** The contents of the exported file. It has all columns if `columns` is missing. */
export type ExportOptions = { opted_out: OptedOutChoice; columns?: ExportColumn[] }

type ExportFormProps = {
  summary: SearchReach
  onExport: (options: ExportOptions, rows: number) => void
  onClose: () => void
}

/** Asks for the purpose of an export, which determines the people and the default columns. */
export function ExportForm({ summary, onExport, onClose }: ExportFormProps) {
  const [preset, choosePreset] = usePreset()
  const [columns, chooseColumns] = useColumns(storedColumns)
  const [includesRestricted, setIncludesRestricted] = useState(false)
  const { reach, by_post } = summary
  const all = Object.values(reach).reduce((sum, each) => sum + each, 0)
  const restrictedCount = countOptedOut(reach) + reach.deceased
  const rows = { mailing: by_post, email: reach.may_be_emailed, crm: all }[preset]
  const isEveryColumn = columns.length === exportColumnNames.length
  const opted_out = preset === 'crm' && includesRestricted ? 'with_contact' : exportPresets[preset].opted_out
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onExport({ opted_out, ...(isEveryColumn ? {} : { columns: [...columns] }) }, rows)
      }}
    >
      <Stack>
        <p role="status">
          <strong>{formatCount(all, noun)}</strong>: {describeReach(reach)}. A letter can be mailed to{' '}
          {formatNumber(by_post)}.
        </p>
        <Radio.Group
          label="What the file is for"
          value={preset}
          onChange={(to) => {
            const preset = to as ExportPreset
            choosePreset(preset)
            chooseColumns(exportPresets[preset].columns)
          }}
        >
          <Stack gap={10} mt={8}>
            {exportPresetNames.map((name) => (
              <Radio
                key={name}
                value={name}
                {...describePreset(name, summary, all)}
                data-autofocus={name === preset || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {preset === 'crm' && restrictedCount > 0 && (
          <Checkbox
            label="Include addresses and numbers that must not be used"
            description="For corrections in the CRM, never for a mailing. The audit log records it."
            checked={includesRestricted}
            onChange={(event) => setIncludesRestricted(event.currentTarget.checked)}
          />
        )}
        <ColumnCheckboxes columns={columns} onChoose={chooseColumns} preset={preset} />
        <RecentExports />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={rows === 0 || columns.length === 0} icon={IconDownload}>
            {formatExportLabel({ matching: rows, noun })}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

/** Returns the export purpose last chosen in this browser (`crm` by default) and a setter. */
function usePreset() {
  const [stored, store] = useLocalStorage<ExportPreset>({
    key: 'export-preset',
    defaultValue: 'crm',
    getInitialValueInEffect: false,
  })
  return [exportPresetNames.find((name) => name === stored) ?? 'crm', store] as const
}

function describePreset(preset: ExportPreset, { reach, by_post }: SearchReach, all: number) {
  switch (preset) {
    case 'mailing':
      return {
        label: `A postal mailing: ${formatCount(by_post, noun)}`,
        description:
          by_post === all
            ? 'Greeting and postal address.'
            : `Greeting and postal address. ${formatNumber(all - by_post)} without a postal address, opted out or deceased ${all - by_post === 1 ? 'is' : 'are'} left out.`,
      }
    case 'email': {
      const others = describeLeftOut(reach)
      return {
        label: `An e-mail: ${formatCount(reach.may_be_emailed, noun)}`,
        description: `Name, greeting and primary e-mail.${others && ` Left out: ${others}.`}`,
      }
    }
    case 'crm':
      return {
        label: `The CRM, or a list: everyone, ${formatCount(all, noun)}`,
        description: `Where an address or number must not be used, “${leftOutMark}” stands in its place. An import skips it.`,
      }
  }
}

type ColumnCheckboxesProps = {
  columns: readonly ExportColumn[]
  onChoose: (columns: readonly ExportColumn[]) => void
  preset: ExportPreset
}

function ColumnCheckboxes({ columns, onChoose, preset }: ColumnCheckboxesProps) {
  return (
    <Fieldset variant="unstyled" legend="Columns" fz="sm" fw={500}>
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing={8} pt={8}>
        {exportColumnNames.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={exportColumns[name]}
            checked={columns.includes(name)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...columns, name] : columns.filter((other) => other !== name))
            }
          />
        ))}
      </SimpleGrid>
      <Group gap={8} mt={8}>
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(exportColumnNames)}>
          All
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(exportPresets[preset].columns)}>
          Default columns
        </Button>
      </Group>
    </Fieldset>
  )
}

function RecentExports() {
  const query = useQuery(readQuery(['alumni_search', 'exports'], `${searchUrl}/exports`, ownExports))
  const exports = query.data?.exports ?? []
  return (
    <details className="fact">
      <summary style={{ cursor: 'pointer' }}>
        The audit log records who exported what. Your last exports
        {exports.length > 0 && ` (${formatNumber(exports.length)})`}
      </summary>
      {exports.length === 0 ? (
        <p className="muted">You have not exported anyone yet.</p>
      ) : (
        <Box component="ul" mah={160} mt={8} pl={16} style={{ overflowY: 'auto' }}>
          {exports.map(({ id, at, people, file }) => (
            <li key={id}>
              <RelativeTime time={at} /> · {formatCount(people, noun)} · {file}
            </li>
          ))}
        </Box>
      )}
    </details>
  )
}
