import {
  exportColumnNames,
  exportColumns,
  isOfLetter,
  mailingColumns,
  ownExports,
  searchReach,
  type ExportColumn,
  type OptedOutChoice,
  type SearchReach,
} from '@alumni/shared/alumni/export'
import { optedOut, type Reach } from '@alumni/shared/champions/contact-preferences'
import { Box, Button, Checkbox, Fieldset, Group, Modal, Radio, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../http.ts'
import { exportWords, useExport } from '../../ui/exports/export-button.tsx'
import { FailedSection } from '../../domain/session/failed-page.tsx'
import { useColumns } from '../../domain/searches/columns.tsx'
import { When } from '../../ui/words/when.tsx'
import { count, countOf, list } from '../../ui/words/numbers.ts'
import { searchUrl } from './queries.ts'
import { queryOf, type SearchWords } from './search-words.ts'
import { DialogButtons } from '../../ui/dialog.tsx'

const noun = ['person', 'people'] as const
const usualColumns = exportColumnNames.filter((name) => !isOfLetter(name))
const storedColumns = { key: 'export-columns', names: exportColumnNames, usual: usualColumns }

/** The way to a file of everyone who was found. */
export function ExportEveryone({ words, matching }: { words: SearchWords; matching: number | undefined }) {
  const query = queryOf(words)
  const [isOpen, { open, close }] = useDisclosure()
  const { isRunning, start } = useExport()
  const found = useQuery({
    queryKey: ['alumni_search', 'reach', query],
    queryFn: ({ signal }) => request(`${searchUrl}/reach?${query}`, searchReach, { signal }),
    enabled: isOpen,
  })
  const exportNow = (options: Options, rows: number) => {
    const chosen = [
      `opted_out=${options.opted_out}`,
      ...(options.columns ? [`columns=${options.columns.join(',')}`] : []),
    ]
    close()
    start({ url: `${searchUrl}.csv?${[query, ...chosen].filter(Boolean).join('&')}`, noun, matching: rows })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        disabled={!matching || isRunning}
        onClick={open}
      >
        {exportWords({ matching, noun })}
      </Button>
      <ExportDialog isOpen={isOpen} onClose={close} onExport={exportNow} found={found} />
    </>
  )
}

/** The way to a file of those who are selected. */
export function ExportSelected({ buids }: { buids: readonly string[] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { isRunning, start } = useExport()
  const found = useQuery({
    queryKey: ['alumni_search', 'reach', buids],
    queryFn: ({ signal }) => request(`${searchUrl}/reach`, searchReach, { method: 'POST', body: { buids }, signal }),
    enabled: isOpen,
  })
  const exportNow = (options: Options, rows: number) => {
    close()
    start({ url: `${searchUrl}.csv`, body: { buids, ...options }, noun, matching: rows })
  }
  return (
    <>
      <Button leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />} disabled={isRunning} onClick={open}>
        {exportWords({ matching: buids.length, noun })}
      </Button>
      <ExportDialog isOpen={isOpen} onClose={close} onExport={exportNow} found={found} />
    </>
  )
}

/** All columns are no choice. */
type Options = { opted_out: OptedOutChoice; columns?: ExportColumn[] }

type ExportDialogProps = {
  isOpen: boolean
  onClose: () => void
  onExport: (options: Options, rows: number) => void
  found: Pick<UseQueryResult<SearchReach>, 'data' | 'error' | 'refetch'>
}

/** Says, before anything is taken, who may be written to; asks what becomes of the others, and for the columns. */
function ExportDialog({ isOpen, onClose, onExport, found }: ExportDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Export to a CSV file" size="lg" centered>
      {found.error ? (
        <FailedSection error={found.error} onRetry={found.refetch} />
      ) : found.data ? (
        <ExportForm found={found.data} onExport={onExport} onClose={onClose} />
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  )
}

type ExportFormProps = Pick<ExportDialogProps, 'onExport' | 'onClose'> & { found: SearchReach }

function ExportForm({ found: { reach, by_post }, onExport, onClose }: ExportFormProps) {
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

/** What one took before: it is in the audit log, and here for whoever took it. */
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
        <p className="muted">You have not exported anybody yet.</p>
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

/** "49 may be e-mailed, 3 have no e-mail, 3 opted out and 2 are deceased". */
export function reachWords(reach: Reach): string {
  const { may_be_emailed } = reach
  return list([`${count(may_be_emailed)} may be e-mailed`, ...unreachable(reach)])
}

/** "3 have no e-mail, 3 opted out and 2 are deceased": why people are left out; empty where none are. */
export function leftOutWords(reach: Reach): string {
  return list(unreachable(reach))
}

function unreachable(reach: Reach): string[] {
  const { no_email, deceased } = reach
  const out = optedOut(reach)
  return [
    no_email > 0 && `${count(no_email)} ${no_email === 1 ? 'has' : 'have'} no e-mail`,
    out > 0 && `${count(out)} opted out`,
    deceased > 0 && `${count(deceased)} ${deceased === 1 ? 'is' : 'are'} deceased`,
  ].filter((words) => words !== false)
}
