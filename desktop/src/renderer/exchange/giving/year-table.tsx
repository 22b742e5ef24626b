import type { GivingPreview, GivingYear } from '@alumni/shared/exchange/giving'
import { Box, Stack, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../../ui/page/section.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { formatDay, formatShortDay } from '../../ui/format/days.ts'
import { formatNumber, formatCount, formatPercent } from '../../ui/format/numbers.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'

export function YearTable({ preview }: { preview: GivingPreview }) {
  const [showsAll, setShowsAll] = useState(false)
  const isDone = preview.committed_at !== null
  const unaffected = preview.years.filter((year) => isUnaffected(year, preview))
  const visibleYears = showsAll ? preview.years : preview.years.filter((year) => !isUnaffected(year, preview))
  return (
    <Section title="Fiscal years">
      {visibleYears.length > 0 && (
        <DataTable
          caption="Fiscal years"
          columns={columnsOf(isDone)}
          rows={visibleYears}
          rowKey={({ year }) => String(year)}
        />
      )}
      {unaffected.length > 0 && (
        <p className="muted">
          {describeUnaffectedYears(unaffected)}{' '}
          <UnstyledButton className="more" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
            {showsAll ? 'Show fewer' : `Show ${unaffected.length === 1 ? 'it' : 'them'} too`}
          </UnstyledButton>
        </p>
      )}
    </Section>
  )
}

/** Checks that the file has no lines for the year and that the year's gifts on file do not change. */
function isUnaffected(
  { from, last, is_replaced, rows_in_file, gifts_before }: GivingYear,
  preview: GivingPreview,
): boolean {
  if (rows_in_file > 0) return false
  return is_replaced ? gifts_before === 0 : last < preview.coverage_start || from > preview.covered_to
}

function describeUnaffectedYears(unaffected: GivingYear[]): string {
  const untouched = unaffected.filter(({ is_replaced }) => !is_replaced).map(({ year }) => year)
  const empty = unaffected.filter(({ is_replaced }) => is_replaced).map(({ year }) => year)
  const parts = [
    untouched.length > 0 &&
      `${formatYears(untouched)} ${untouched.length === 1 ? 'lies' : 'lie'} outside the window; the gifts on file stay.`,
    empty.length > 0 &&
      `${formatYears(empty)} ${empty.length === 1 ? 'has' : 'have'} no gifts, on file or in the file.`,
  ]
  return parts.filter(Boolean).join(' ')
}

function columnsOf(isDone: boolean): Column<GivingYear>[] {
  return [
    column('year', 'Fiscal year', (year) => (
      <span className="lines">
        <strong>{year.year}</strong>
        <span className="note">
          {formatShortDay(year.from)} – {formatShortDay(year.last)}
        </span>
      </span>
    )),
    column('fate', isDone ? 'What happened' : 'What happens', (row) => <OutcomeCell year={row} isDone={isDone} />),
    column('givers', 'Donors', { isNumber: true }, (year) => (
      <ChangeCell before={year.givers_before} after={year.givers_after} showsPercent />
    )),
    column('gifts', 'Gifts', { isNumber: true }, (year) => (
      <ChangeCell before={year.gifts_before} after={year.gifts_after} />
    )),
    column('rows', 'Lines in the file', { isNumber: true }, (year) => formatNumber(year.rows_in_file)),
  ]
}

function OutcomeCell({ year, isDone }: { year: GivingYear; isDone: boolean }) {
  const { is_replaced, reason, repull_from, gap_days, needs_loss_confirmation } = year
  return (
    <Box component="span" className="lines" maw="62ch">
      {!is_replaced ? (
        <StateBadge icon={IconMinus} tone="plain" label="Not replaced" />
      ) : needs_loss_confirmation ? (
        <StateBadge
          icon={IconAlertTriangle}
          tone="warn"
          label={isDone ? 'Replaced, with a large loss' : 'Replaced, if you confirm the loss'}
        />
      ) : (
        <StateBadge icon={IconCheck} tone="good" label="Replaced" />
      )}
      {gap_days !== null && (
        <span className="note">
          In progress
          {gap_days > 0 && `; gifts from the ${formatCount(gap_days, ['day', 'days'])} after the window stay on file`}
        </span>
      )}
      {reason && (
        <span className="note">
          {reason} {repull_from && `To replace it, export from ${formatDay(repull_from)}.`}
        </span>
      )}
    </Box>
  )
}

type ChangeCellProps = { before: number; after: number; showsPercent?: boolean }

function ChangeCell({ before, after, showsPercent = false }: ChangeCellProps) {
  if (before === after) return before === 0 ? emptyCell : <span className="muted">{formatNumber(before)}</span>
  return (
    <Stack component="span" gap={0}>
      <span>
        <span className="muted">
          {formatNumber(before)} <span aria-hidden>→</span>
          <span className="visually-hidden">becomes</span>
        </span>{' '}
        <strong>{formatNumber(after)}</strong>
      </span>
      {showsPercent && before > 0 && (
        <span className="note" style={after < before ? { color: 'var(--warn)' } : undefined}>
          {after < before
            ? `${formatPercent(before - after, before)} fewer`
            : `${formatPercent(after - before, before)} more`}
        </span>
      )}
    </Stack>
  )
}

/** Returns text such as "Fiscal year 2024", "Fiscal years 2021 to 2024" or "Fiscal years 2021, 2023 and 2024". */
export function formatYears(years: readonly number[]): string {
  const sorted = years.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return 'No fiscal year'
  if (first === last) return `Fiscal year ${first}`
  return sorted.length > 2 && last - first === sorted.length - 1
    ? `Fiscal years ${first} to ${last}`
    : `Fiscal years ${sorted.slice(0, -1).join(', ')} and ${last}`
}
