import {
  exportColumnNames,
  exportColumns,
  isOfLetter,
  mailingColumns,
  ownExports,
  type ExportColumn,
  type OptedOutChoice,
  type SearchReach,
} from '@alumni/shared/alumni/export'
import { optedOut } from '@alumni/shared/champions/contact-preferences'
import { Box, Button, Checkbox, Fieldset, Group, Radio, SimpleGrid, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useColumns } from '../../domain/searches/columns.tsx'
import { request } from '../../http.ts'
import { DialogButtons } from '../../ui/form/dialog.tsx'
import { exportWords } from '../../ui/exports/export-button.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { When } from '../../ui/words/when.tsx'
import { searchUrl } from './queries.ts'
import { reachWords } from './reach-words.ts'

const noun = ['person', 'people'] as const
const usualColumns = exportColumnNames.filter((name) => !isOfLetter(name))
const storedColumns = { key: 'export-columns', names: exportColumnNames, usual: usualColumns }

/** All columns are no choice. */
export type ExportOptions = { opted_out: OptedOutChoice; columns?: ExportColumn[] }

type ExportFormProps = {
  found: SearchReach
  onExport: (options: ExportOptions, rows: number) => void
  onClose: () => void
}

/** Says who may be written to; asks what becomes of the others, and for the columns. */
export function ExportForm({ found: { reach, by_post }, onExport, onClose }: ExportFormProps) {
  const [opted_out, choose] = useState<OptedOutChoice>('without_contact')
  const [columns, chooseColumns] = useColumns(storedColumns)
  const all = Object.values(reach).reduce((sum, each) => sum + each, 0)
  const silent = optedOut(reach) + reach.deceased
  const rows = { without_contact: all, with_contact: all, left_out: all - silent, by_post }[opted_out]
  const isEveryColumn = columns.length === exportColumnNames.length
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onExport({ opted_out, ...(isEveryColumn ? {} : { columns: [...columns] }) }, rows)
      }}
    >
      <Stack>
        <p role="status">
          <strong>{countOf(all, noun)}</strong>: {reachWords(reach)}.
        </p>
        <Radio.Group
          label="Who is in the file"
          value={opted_out}
          onChange={(to) => {
            choose(to as OptedOutChoice)
            if (to === 'by_post') chooseColumns(mailingColumns)
          }}
        >
          <Stack gap={8} mt={8}>
            <Radio
              value="without_contact"
              label={
                silent > 0
                  ? `Everyone, ${count(silent)} of them without the e-mail, phone and street that must not be used`
                  : 'Everyone'
              }
              data-autofocus
            />
            {silent > 0 && (
              <>
                <Radio
                  value="left_out"
                  label={`Leave out who opted out or is deceased: ${countOf(all - silent, noun)}`}
                />
                <Radio
                  value="with_contact"
                  label="Everyone, with everything"
                  description="For the CRM and for corrections, never for a mailing."
                />
              </>
            )}
            <Radio value="by_post" label={`For a mailing: ${countOf(by_post, noun)} to whom a letter can be posted`} />
          </Stack>
        </Radio.Group>
        <ColumnChoice columns={columns} onChoose={chooseColumns} />
        <OwnExports />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button
            type="submit"
            disabled={rows === 0 || columns.length === 0}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          >
            {exportWords({ matching: rows, noun })}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type ColumnChoiceProps = { columns: readonly ExportColumn[]; onChoose: (columns: readonly ExportColumn[]) => void }

function ColumnChoice({ columns, onChoose }: ColumnChoiceProps) {
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
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(['buid', 'name', 'email'])}>
          For e-mails
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(usualColumns)}>
          The usual ones
        </Button>
      </Group>
    </Fieldset>
  )
}

/** Lists the person's own last exports; the audit log has everyone's. */
function OwnExports() {
  const taken = useQuery({
    queryKey: ['alumni_search', 'exports'],
    queryFn: ({ signal }) => request(`${searchUrl}/exports`, ownExports, { signal }),
  })
  const exports = taken.data?.exports ?? []
  return (
    <details className="fact">
      <summary style={{ cursor: 'pointer' }}>
        The audit log keeps who exported what. Your last exports{exports.length > 0 && ` (${count(exports.length)})`}
      </summary>
      {exports.length === 0 ? (
        <p className="muted">You have not exported anyone yet.</p>
      ) : (
        <Box component="ul" mah={160} mt={8} pl={16} style={{ overflowY: 'auto' }}>
          {exports.map(({ id, at, people, file }) => (
            <li key={id}>
              <When at={at} /> · {countOf(people, noun)} · {file}
            </li>
          ))}
        </Box>
      )}
    </details>
  )
}
